import { element } from "../controls/dom.js";

/** Sizes of pictures and films in pixels. */
const SIZES = { "1920x1080": [1920, 1080], "1280x720": [1280, 720], "1080x1080": [1080, 1080], "1080x1920": [1080, 1920] } as const;

/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureOptions {
  readonly root: HTMLElement;
  /** The size of pictures and films; null for that of the view. */
  readonly size: PictureSize | null;
  readonly isTransparent: boolean;
  readonly format: "webm" | "mp4";
}

/** The choices of size, background and format for pictures and films. */
export function createPictureOptions(): PictureOptions {
  const sizes = Object.entries(SIZES).map(([value, [width, height]]) => element("option", { value }, `${width} × ${height}`));
  const size = element("select", { id: "picture-size" }, element("option", { value: "" }, "As the view"), ...sizes);
  const mp4 = element("option", { value: "mp4" }, "MP4");
  const format = element("select", { id: "film-format" }, element("option", { value: "webm" }, "WebM"), mp4);
  const transparent = element("input", { type: "checkbox" });
  void canEncodeMp4().then((can) => {
    mp4.disabled = !can;
    mp4.textContent = can ? "MP4" : "MP4: this browser cannot encode H.264";
  });
  const field = (label: string, control: HTMLElement): HTMLElement[] => [element("label", { for: control.id }, label), control];
  return {
    root: element(
      "div",
      { class: "picture-options" },
      ...field("Size", size),
      ...field("Film", format),
      element("label", { class: "check" }, transparent, "Picture without background"),
    ),
    get size() {
      const [width, height] = SIZES[size.value as keyof typeof SIZES] ?? [];
      return width && height ? { width, height } : null;
    },
    get isTransparent() {
      return transparent.checked;
    },
    get format() {
      return format.value as "webm" | "mp4";
    },
  };
}

async function canEncodeMp4(): Promise<boolean> {
  if (typeof VideoEncoder === "undefined") {
    return false;
  }
  const { supported } = await VideoEncoder.isConfigSupported({ codec: "avc1.42001f", width: 1280, height: 720 }).catch(() => ({
    supported: false,
  }));
  return supported ?? false;
}
