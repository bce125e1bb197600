// The room beside the page: sockets of shared tables, and files in memory for guests. A page that is
// built with a room has this script before the script of its worker.
self.room = (() => {
  const FIRST = 100, LONGEST = 5000, PING = 5000, SILENT = 10000, WAKING = 2000, OPENED = 1000;
  const OWN_NAMES = ["127.0.0.1", "localhost"];
  const url = new URL("room", self.location.href), connections = new Set();
  url.protocol = url.protocol.replace("http", "ws");

  // The tab of a guest that is loaded anew goes on as the same member.
  let kept = "";
  const remember = (guest) => {
    kept = guest;
    if (!self.room.keeps) { self.postMessage({guest}); }
    return guest;
  };

  // The page keeps the name of a table whose lines Python takes in, so that the next start leaves alone a
  // table that ends Python or keeps it busy for ever. The timer waits as long as Python is busy.
  const open = (table) => {
    self.postMessage({opening: table});
    setTimeout(() => { if (!self.room.dead) { self.postMessage({opened: table}); } }, OPENED);
  };

  // A connection that ends is made again, after a pause that doubles until the room has answered a ping.
  function connect(greet, hear, lost) {
    let socket, pause = FIRST, pings = 0, again, silence, seat;
    const isOpen = () => socket?.readyState === WebSocket.OPEN;
    const expect = (milliseconds) => {
      clearTimeout(silence);
      silence = setTimeout(end, milliseconds);
    };
    const leave = () => {
      const left = socket;
      socket = null;
      clearTimeout(again);
      clearTimeout(silence);
      left?.close();
    };
    const begin = () => {
      leave();
      const mine = socket = new WebSocket(url);
      mine.onopen = () => { if (socket === mine) { mine.send(greet()); } };
      mine.onmessage = ({data}) => {
        if (socket !== mine) { return; }
        expect(SILENT);
        if (data.startsWith('{"pong"')) { pause = FIRST; return; }
        if (data.startsWith('{"welcome"')) {
          const {table, secret, token, page} = JSON.parse(data).welcome;
          // No other phone finds this machine by its own name for itself.
          if (page && OWN_NAMES.includes(url.hostname)) { self.room.address = page; }
          seat = remember([table, secret, token].join("."));
          self.room.heard = table;
          open(table);
        }
        if (data.startsWith('{"refused"')) { seat = null; }  // kept, as most refusals pass
        try { hear(data); } catch (problem) { self.room.die(problem); }
      };
      mine.onclose = () => { if (socket === mine) { end(); } };
      expect(SILENT);
    };
    const end = () => {
      leave();
      again = setTimeout(begin, pause * (0.5 + Math.random() / 2));
      pause = Math.min(2 * pause, LONGEST);
      lost();
    };
    const ping = () => { if (isOpen()) { socket.send(`{"ping":${pings += 1}}`); } };
    const pinging = setInterval(ping, PING);
    const wake = () => {
      pause = FIRST;
      if (!isOpen()) { begin(); return; }
      ping();
      expect(WAKING);
    };
    connections.add(wake);
    begin();
    return {
      send(frame) {
        const sent = isOpen();
        if (sent) { socket.send(frame); }
        return sent;
      },
      close() {
        connections.delete(wake);
        clearInterval(pinging);
        leave();
        if (seat === kept) { remember(""); }
      },
    };
  }

  // A handle on a file that ends with the page.
  function inMemory() {
    let bytes = new Uint8Array(1 << 16), size = 0;
    const grow = (to) => {
      if (to > bytes.length) {
        const larger = new Uint8Array(2 * to);
        larger.set(bytes);
        bytes = larger;
      }
      size = Math.max(size, to);
    };
    return {
      getSize: () => size,
      read(into, {at}) {
        const found = bytes.subarray(at, Math.min(size, at + into.length));
        into.set(found);
        return found.length;
      },
      write(content, {at}) {
        grow(at + content.length);
        bytes.set(content, at);
        return content.length;
      },
      truncate(to) {
        grow(to);
        bytes.fill(0, to);
        size = to;
      },
      flush() {},
    };
  }

  return {
    address: new URL("./", self.location.href).href,
    keeps: true,
    connect,
    // The table heard last, and one that could not be opened at the last start.
    heard: "",
    broken: "",
    dead: false,
    die(problem) {
      if (!this.dead) { self.postMessage({died: String(problem), table: this.heard}); }
      this.dead = true;
    },
    mend() {
      self.postMessage({opened: this.broken});
      this.broken = "";
    },
    wake: () => connections.forEach((wake) => wake()),
    forGuest() {
      this.keeps = false;
      return [inMemory(), inMemory()];
    },
  };
})();

