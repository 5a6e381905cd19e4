/** The playground page. */
import type { Page } from "playwright-core";

/** Answers the question whether unsaved changes may be lost, if the page asks it. */
export async function discardChanges(page: Page): Promise<void> {
  const discard = page.getByRole("button", { name: "Discard changes" });
  if (await discard.isVisible()) {
    await discard.click();
  }
}
