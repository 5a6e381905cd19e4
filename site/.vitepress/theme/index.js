import DefaultTheme from "vitepress/theme-without-fonts";
import CrowdFilm from "./CrowdFilm.vue";
import LiveSnippet from "./LiveSnippet.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("CrowdFilm", CrowdFilm);
    app.component("LiveSnippet", LiveSnippet);
  },
};
