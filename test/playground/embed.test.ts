import { expect, it } from "@jest/globals";
import { embedCode } from "../../playground/page/sharing/embed.js";

it("embedded pages are named and addressed by attributes of HTML, whatever is in them", () => {
  expect(embedCode("https://example.com/page/?model=door#clip=swing;t=1&view=grid", 'Door "A" <b>')).toBe(
    '<iframe src="https://example.com/page/?model=door&amp;embed#clip=swing;t=1&amp;view=grid" title="Door &quot;A&quot; &lt;b&gt;" ' +
      'width="800" height="450" style="border: 0" loading="lazy"></iframe>',
  );
  expect(embedCode("https://example.com/", "Figure")).toContain('src="https://example.com/?embed"');
});
