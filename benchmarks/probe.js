// Stamps what happens between a tap and the frame that it changed, inside the page.
(() => {
  const QUIET = 150, LOADED = 700, PATIENCE = 30000, EVERY = 20, TRIES = 10;
  let seen = [], shot = null, arriving = null;
  const note = (kind, bytes = 0, at = performance.now()) => seen.push({kind, bytes, at});

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({data}) => note('got', data.byteLength ?? data.size));
    }
    send(data) {
      note('sent', data.byteLength ?? data.length);
      super.send(data);
    }
  };
  // Where there is no server, Python is in a worker of the page.
  const Python = window.Worker, isPacket = (data) => data instanceof Uint8Array;
  window.Worker = class extends Python {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({data}) => { if (isPacket(data)) { note('got', data.length); } });
    }
    postMessage(data, ...rest) {
      if (isPacket(data)) { note('sent', data.length); }
      super.postMessage(data, ...rest);
    }
  };
  addEventListener('pointerup', (event) => note('tap', 0, event.timeStamp), true);

  // Flutter hands every finished frame to its canvas here.
  const canvas = ImageBitmapRenderingContext.prototype;
  const hand = canvas.transferFromImageBitmap;
  canvas.transferFromImageBitmap = function (frame) {
    if (frame) {
      const place = arriving ?? shot?.place;
      const entry = {kind: 'frame', bytes: 0, at: performance.now()};
      seen.push(entry);
      if (place) { entry.cut = cut(frame, place); }
    }
    hand.call(this, frame);
  };

  const cut = (frame, [x, y, width, height]) => {
    const scale = devicePixelRatio;
    return createImageBitmap(frame, x * scale, y * scale, width * scale, height * scale);
  };
  const look = async (promised) => {
    const bitmap = await promised;
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = paper.getContext('2d', {willReadFrequently: true});
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height).data.join();
  };
  const onScreen = () => {
    const places = [document, ...[...document.querySelectorAll('*')].map((el) => el.shadowRoot)];
    return places.filter(Boolean).flatMap((root) => [...root.querySelectorAll('canvas')])[0];
  };
  const rest = async (quiet = QUIET, frames = 0) => {
    const start = performance.now();
    const drawn = () => seen.filter((each) => each.kind === 'frame').length;
    let last = start;
    while (performance.now() - last < quiet || drawn() < frames) {
      await new Promise((wake) => setTimeout(wake, EVERY));
      last = Math.max(start, ...seen.map((each) => each.at));
      if (performance.now() - start > PATIENCE) { throw new Error('the page does not rest'); }
    }
  };
  const loaded = () => rest(LOADED, 1);
  const looks = () => Promise.all(
    seen.filter((each) => each.cut).map(async ({at, cut}) => ({at, look: await look(cut)})));

  window.probe = {
    arm: async (place) => {
      shot = {place, before: await look(cut(onScreen(), place))};
      seen = [];
    },
    tapped: async () => {
      let changed = null;
      for (let tries = 0; changed === null && tries < TRIES; tries += 1) {
        await rest();
        changed = (await looks()).find((each) => each.look !== shot.before)?.at ?? null;
      }
      const events = seen.map(({kind, bytes, at}) => ({kind, bytes, at}));
      seen = [];
      shot = null;
      return {changed, events};
    },
    // The first frame from which on the place looks as it does at rest.
    arrive: (place) => { arriving = place; },
    arrived: async () => {
      await loaded();
      const frames = await looks();
      const last = frames.at(-1);
      return frames[frames.findLastIndex((each) => each.look !== last.look) + 1].at;
    },
    rest: () => rest(),
    loaded,
  };
})();
