/**
 * The head of the pages beside the guides: what the guides have, in their order, with the theme that was chosen there. A plain script after the style
 * sheets, which the head takes the place of. Its `data-site` leads to the root of the site, its `data-current` names the link of the page, if it has one.
 */
{
  /** Where the guides keep the choice: "dark", "light" or "auto". */
  const KEY = "vitepress-theme-appearance";
  const LINKS = { Guides: "docs/start.html", API: "api/index.html", Snippets: "snippets/index.html", Editor: "playground/index.html" };
  const REPOSITORY = "https://github.com/babylon-gltf-animation/babylon-gltf-animation";

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { site, current } = script.dataset;
  const head = document.createElement("header");
  head.className = "head";
  const link = (/** @type {string[]} */ [name, path]) =>
    `<a href="${site}${path}"${name === current ? ' aria-current="page"' : ""}>${name}</a>`;
  head.innerHTML = `
    <a class="brand" href="${site}index.html">
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 14 8 2l7 12" fill="none" stroke="#4a63d9" stroke-width="2.4" stroke-linejoin="round" /></svg>
      babylon-gltf-animation
    </a>
    <a class="search" href="${site}docs/start.html#search">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm5 11.5L21 21" /></svg>
      <span>Search</span>
    </a>
    <button class="menu" type="button" aria-label="Menu" aria-expanded="false" aria-controls="head-links">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>
    </button>
    <nav id="head-links" aria-label="Site">
      ${Object.entries(LINKS).map(link).join("\n")}
      <button class="theme" type="button" role="switch"><span></span></button>
      <a class="source" href="${REPOSITORY}" aria-label="Source on GitHub">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m8.5 7-5 5 5 5m7-10 5 5-5 5" /></svg>
      </a>
    </nav>`;
  script.replaceWith(head);

  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (head.querySelector(selector));
  const menu = part(".menu");
  const open = (/** @type {boolean} */ isOpen) => menu.setAttribute("aria-expanded", String(isOpen));
  menu.addEventListener("click", () => open(menu.getAttribute("aria-expanded") === "false"));
  head.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && menu.getAttribute("aria-expanded") === "true") {
      open(false);
      menu.focus();
    }
  });

  const system = matchMedia("(prefers-color-scheme: dark)");
  /** The rules of the style sheets for a dark page, whose condition becomes the choice. */
  const dark = Array.from(document.styleSheets)
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .flatMap((rule) => (rule instanceof CSSMediaRule && rule.media.mediaText === system.media ? [rule] : []));
  const theme = part(".theme");
  const isDark = () => {
    const chosen = localStorage.getItem(KEY);
    return chosen === "dark" || (chosen !== "light" && system.matches);
  };
  const show = () => {
    document.documentElement.style.colorScheme = isDark() ? "dark" : "light";
    dark.forEach(({ media }) => (media.mediaText = isDark() ? "all" : "not all"));
    theme.setAttribute("aria-checked", String(isDark()));
    theme.ariaLabel = theme.title = `Switch to ${isDark() ? "light" : "dark"} theme`;
    dispatchEvent(new Event("themechange"));
  };
  theme.addEventListener("click", () => {
    const wanted = isDark() ? "light" : "dark";
    localStorage.setItem(KEY, wanted === (system.matches ? "dark" : "light") ? "auto" : wanted);
    show();
  });
  system.addEventListener("change", show);
  show();
}
