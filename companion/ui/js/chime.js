(() => {
  const KEPT_AS = 'flutter.fantan.chime', NOTES = [880, 1320], SECONDS = 0.14, LOUD = 0.2;
  let audio = null;
  // Browsers let a page sound only after it was touched, and phones hush it while they sleep.
  addEventListener('pointerdown', () => {
    audio ??= new AudioContext();
    audio.resume();
  }, true);
  const chime = () => {
    NOTES.forEach((note, place) => {
      const tone = audio.createOscillator(), volume = audio.createGain();
      const start = audio.currentTime + place * SECONDS;
      tone.frequency.value = note;
      volume.gain.setValueAtTime(LOUD, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * SECONDS);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 2 * SECONDS);
    });
  };
  const {setItem} = Storage.prototype;
  Storage.prototype.setItem = function (key, ...rest) {
    setItem.call(this, key, ...rest);
    if (key === KEPT_AS && audio) { chime(); }
  };
})();
