/** The editor. */
import type { Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import type { TestPage } from "./browser.js";

/** Answers the question whether unsaved changes may be lost, if the page asks it. */
export async function discardChanges(page: Page): Promise<void> {
  const discard = page.getByRole("button", { name: "Discard changes" });
  if (await discard.isVisible()) {
    await discard.click();
  }
}

/** Shows a model of the page, as if it had just been opened: for a page that tests have in common, since opening one takes longest. */
export async function showModel({ page, takeProblems }: TestPage, model: string): Promise<Page> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.selectOption("#model-select", model);
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
  takeProblems();
  return page;
}
