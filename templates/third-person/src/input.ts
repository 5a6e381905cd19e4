/** What the player wants, by keyboard, gamepad or fingers. */

/** The buttons of a gamepad, by the standard layout. */
const [A, X] = [0, 2];
/** How far a stick moves before it counts. */
const DEAD_ZONE = 0.15;

export class Input {
  /** Where the character shall go, seen from the camera: to the right and ahead. Of length 0.5, it walks, of length 1, it runs. */
  readonly move = { x: 0, y: 0 };
  /** How fast the camera shall turn: to the right and up, each -1..1. */
  readonly look = { x: 0, y: 0 };
  /** Whether a button was pressed since the last frame. */
  jump = false;
  attack = false;

  readonly #keys = new Set<string>();
  readonly #stick = { x: 0, y: 0 };
  #wasDown = { jump: false, attack: false };

  constructor() {
    addEventListener("keydown", ({ code, repeat }) => {
      this.#keys.add(code);
      this.jump ||= code === "Space" && !repeat;
      this.attack ||= code === "KeyE" && !repeat;
    });
    addEventListener("keyup", ({ code }) => this.#keys.delete(code));
    addEventListener("blur", () => this.#keys.clear()); // a page in the background hears of no keys
    this.#addTouch();
  }

  /** Reads what has no events. Call it once a frame, before anything else is read. */
  update(): void {
    const held = (...codes: string[]) => Number(codes.some((code) => this.#keys.has(code)));
    let x = held("KeyD", "ArrowRight") - held("KeyA", "ArrowLeft");
    let y = held("KeyW", "ArrowUp") - held("KeyS", "ArrowDown");
    const length = (held("ShiftLeft", "ShiftRight") ? 1 : 0.5) / (Math.hypot(x, y) || 1);
    [x, y] = [x * length + this.#stick.x, y * length + this.#stick.y];
    const pad = navigator.getGamepads().find((each) => each?.mapping === "standard");
    const [left, up, right, down] = (pad?.axes ?? []).map((value) => (Math.abs(value) < DEAD_ZONE ? 0 : value));
    const tooLong = Math.max(1, Math.hypot(x + (left ?? 0), y - (up ?? 0)));
    this.move.x = (x + (left ?? 0)) / tooLong;
    this.move.y = (y - (up ?? 0)) / tooLong;
    this.look.x = right ?? 0;
    this.look.y = -(down ?? 0);
    const isDown = { jump: pad?.buttons[A]?.pressed ?? false, attack: pad?.buttons[X]?.pressed ?? false };
    this.jump ||= isDown.jump && !this.#wasDown.jump;
    this.attack ||= isDown.attack && !this.#wasDown.attack;
    this.#wasDown = isDown;
  }

  /** A stick and two buttons, which the page shows on touch screens. */
  #addTouch(): void {
    const stick = document.getElementById("stick")!;
    const knob = stick.firstElementChild as HTMLElement;
    const moveTo = (x: number, y: number) => {
      const tooLong = Math.max(1, Math.hypot(x, y));
      [this.#stick.x, this.#stick.y] = [x / tooLong, y / tooLong];
      knob.style.transform = `translate(${this.#stick.x * 35}px, ${-this.#stick.y * 35}px)`;
    };
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = stick.getBoundingClientRect();
      moveTo((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    };
    stick.addEventListener("pointerdown", (event) => {
      stick.setPointerCapture(event.pointerId);
      follow(event);
    });
    stick.addEventListener("pointermove", (event) => stick.hasPointerCapture(event.pointerId) && follow(event));
    stick.addEventListener("lostpointercapture", () => moveTo(0, 0));
    document.getElementById("jump")!.addEventListener("pointerdown", () => (this.jump = true));
    document.getElementById("attack")!.addEventListener("pointerdown", () => (this.attack = true));
  }
}
