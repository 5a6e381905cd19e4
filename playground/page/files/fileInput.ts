import type { ModelFiles } from "./source.js";

/** Accepts files and folders from a file input, or dropped anywhere on the page. */
export function acceptFiles(
  input: HTMLInputElement,
  hint: HTMLElement,
  onFiles: (files: ModelFiles) => void,
  onDrop: (files: ModelFiles) => void,
): void {
  input.addEventListener("change", () => {
    onFiles(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })));
    input.value = ""; // allows selecting the same file again
  });
  let depth = 0;
  const show = (change: number): void => {
    depth = Math.max(depth + change, 0);
    hint.hidden = depth === 0;
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragenter", (event) => carriesFiles(event) && show(1));
  addEventListener("dragleave", (event) => carriesFiles(event) && show(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    show(-Infinity);
    if (event.dataTransfer) {
      void dropped(event.dataTransfer).then(onDrop);
    }
  });
}

async function dropped(transfer: DataTransfer): Promise<ModelFiles> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) {
    return Array.from(transfer.files, (file) => ({ path: file.name, file }));
  }
  return (await Promise.all(entries.map((entry) => read(entry)))).flat();
}

async function read(entry: FileSystemEntry): Promise<ModelFiles> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: { path: string; file: File }[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return files;
    }
    files.push(...(await Promise.all(some.map((child) => read(child)))).flat());
  }
}
