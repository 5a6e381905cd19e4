/** For pages beside the guides: the theme that was chosen on the site, instead of that of the system. Runs after the style sheets, as a plain script. */
{
  const theme = localStorage.getItem("vitepress-theme-appearance");
  if (theme === "dark" || theme === "light") {
    document.documentElement.style.colorScheme = theme;
    for (const rule of Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules))) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === "(prefers-color-scheme: dark)") {
        rule.media.mediaText = theme === "dark" ? "all" : "not all";
      }
    }
  }
}
