import { asDecimal } from "./decimal.js";
import { element } from "./dom.js";

/** Milliseconds without a key until a number that cannot stay is marked: most of them are being typed. */
const PATIENCE = 600;

interface NumberFieldOptions {
  readonly id?: string;
  readonly label: string;
  /** The step of an arrow key; shift multiplies by 10. */
  readonly step: number;
  /** Whether phones should show a keyboard with a minus sign. */
  readonly isSigned?: boolean;
  /** A word for a number, which the field shows instead, and takes for it: `["endless", -1]`. */
  readonly word?: readonly [text: string, value: number];
  /** Takes a number over. Returns null, or the rule that the number breaks. */
  readonly take: (value: number) => string | null;
  /** Shows a broken rule, or hides it. */
  readonly onProblem: (text: string | null) => void;
  /** Called when the typing ends. */
  readonly onEnd?: () => void;
}

/** A field for a number. While it has an invalid text, the last valid number stays, which comes back when the field is left. */
export class NumberField {
  readonly input: HTMLInputElement;
  private readonly _options: NumberFieldOptions;
  private _value: number | null = null;
  private _problem: string | null = null;
  private _timer = 0;

  constructor(options: NumberFieldOptions) {
    const { id, label, isSigned } = options;
    this._options = options;
    const attributes = { type: "text", class: "number", role: "spinbutton", autocomplete: "off", spellcheck: "false" };
    this.input = element("input", { ...attributes, id, "aria-label": id ? undefined : label, inputmode: isSigned ? "text" : "decimal" });
    this.input.addEventListener("input", () => this._type());
    this.input.addEventListener("blur", () => this._leave());
    this.input.addEventListener("keydown", (event) => this._press(event));
  }

  /** The last valid number; null if the field is empty. */
  get value(): number | null {
    return this._value;
  }

  /** Shows a number, but does not disturb one that is being typed. */
  show(value: number | null, placeholder = ""): void {
    const isTyped = document.activeElement === this.input && this._value === value;
    this._value = value;
    this.input.placeholder = placeholder;
    if (value === null) {
      ["aria-valuenow", "aria-valuetext"].forEach((name) => this.input.removeAttribute(name));
    } else {
      this.input.setAttribute("aria-valuenow", numberText(value));
      this.input.setAttribute("aria-valuetext", this._textOf(value));
    }
    if (!isTyped) {
      this.input.value = this._textOf(value);
      this._resolve();
    }
  }

  private _textOf(value: number | null): string {
    const [word, named] = this._options.word ?? [];
    return value === null ? "" : value === named ? word! : fieldText(value);
  }

  private _type(): void {
    const [word, named] = this._options.word ?? [];
    const number = this.input.value.trim().toLowerCase() === word ? named! : parseNumber(this.input.value);
    this._problem = number === null ? describeText(this._options.label, this.input.value) : this._take(number);
    clearTimeout(this._timer);
    if (this._problem === null) {
      this._resolve();
    } else {
      this._timer = window.setTimeout(() => this._mark(), PATIENCE);
    }
  }

  /** The text of a number that is taken over stays as it was typed. */
  private _take(number: number): string | null {
    const before = this._value;
    this._value = number;
    const problem = this._options.take(number);
    if (problem !== null) {
      this._value = before;
    }
    return problem;
  }

  private _press(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const direction = key === "ArrowUp" || key === "PageUp" ? 1 : key === "ArrowDown" || key === "PageDown" ? -1 : 0;
    if (key === "Enter" && this._problem !== null) {
      this._mark();
    } else if (key === "Enter") {
      this._options.onEnd?.();
    } else if (direction !== 0 && this._value !== null) {
      event.preventDefault();
      const factor = shiftKey || key.startsWith("Page") ? 10 : 1;
      this.input.value = numberText(stepped(this._value, this._options.step * factor, direction));
      this._type();
      this._restore();
    }
  }

  private _mark(): void {
    clearTimeout(this._timer);
    this.input.setAttribute("aria-invalid", "true");
    this._options.onProblem(this._problem);
  }

  private _resolve(): void {
    clearTimeout(this._timer);
    this._problem = null;
    if (this.input.hasAttribute("aria-invalid")) {
      this.input.removeAttribute("aria-invalid");
    }
    this._options.onProblem(null);
  }

  private _leave(): void {
    this._restore();
    this._options.onEnd?.();
  }

  /** Puts the last valid number back, and says what was wrong with the text. */
  private _restore(): void {
    const problem = this._problem;
    if (problem !== null) {
      this._resolve();
      this._options.onProblem(problem);
    }
    this.input.value = this._textOf(this._value);
  }
}

function describeText(label: string, text: string): string {
  return `${label}: use a number${text.trim() === "" ? "" : ` instead of ${text.trim().slice(0, 40)}`}`;
}

/**
 * Reads a number that a user typed; a comma is taken for a decimal point, a minus sign for a hyphen.
 * @returns null unless the text is a finite number
 */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

/** A number for a text field, as people write it. */
export function numberText(value: number): string {
  return String(asDecimal(value) + 0);
}

/** What a field shows of a number, which it keeps exactly: four decimals, of smaller numbers two digits. */
export function fieldText(value: number): string {
  const decimal = asDecimal(value);
  return String((Number(decimal.toFixed(4)) || Number(decimal.toPrecision(2))) + 0);
}

/** The next multiple of a step, without the rounding errors of sums. */
export function stepped(value: number, step: number, direction: 1 | -1): number {
  const steps = value / step;
  const nearest = Math.round(steps);
  const isOnStep = Math.abs(steps - nearest) < 1e-6;
  const next = isOnStep ? nearest + direction : direction > 0 ? Math.ceil(steps) : Math.floor(steps);
  return Number((next * step).toFixed(6));
}
