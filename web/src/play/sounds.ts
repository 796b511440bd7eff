// Small sounds made on the spot: a tick for a step, a clank for a gear, steel for a fight, a bell for one's own turn.

import type { EventView } from "$lib/protocol";

interface Tone {
  pitch: number;
  seconds: number;
  shape: OscillatorType;
}

const TONES: Record<string, Tone> = {
  stepped: { pitch: 620, seconds: 0.04, shape: "triangle" },
  turned: { pitch: 110, seconds: 0.22, shape: "sawtooth" },
  revealed: { pitch: 160, seconds: 0.18, shape: "square" },
  "combat-shown": { pitch: 880, seconds: 0.12, shape: "square" },
  "left-maze": { pitch: 740, seconds: 0.3, shape: "sine" },
};

export class Sounds {
  private context: AudioContext | null = null;

  /** `volume` from 0 to 100; 0 is silence. */
  constructor(private readonly volume: () => number) {}

  /** The sound of what just happened: one at a time is enough. */
  play(events: EventView[]): void {
    const tone = events.map((event) => TONES[event.kind]).find(Boolean);
    if (tone) this.sound(tone);
  }

  bell(): void {
    this.sound({ pitch: 1046, seconds: 0.5, shape: "sine" });
  }

  private sound({ pitch, seconds, shape }: Tone): void {
    // Browsers let nobody hear anything before the first click or key.
    if (!this.volume() || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
    this.context ??= new AudioContext();
    const { currentTime } = this.context;
    const volume = this.context.createGain();
    volume.gain.setValueAtTime(0.0016 * this.volume(), currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, currentTime + seconds);
    const source = this.context.createOscillator();
    source.type = shape;
    source.frequency.value = pitch;
    source.connect(volume).connect(this.context.destination);
    source.start();
    source.stop(currentTime + seconds);
  }
}
