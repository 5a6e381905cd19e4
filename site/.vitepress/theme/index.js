import DefaultTheme from "vitepress/theme-without-fonts";
import CrowdFilm from "./CrowdFilm.vue";
import LandingTabs from "./LandingTabs.vue";
import LiveSnippet from "./LiveSnippet.vue";
import SnippetGallery from "./SnippetGallery.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("CrowdFilm", CrowdFilm);
    app.component("LandingTabs", LandingTabs);
    app.component("LiveSnippet", LiveSnippet);
    app.component("SnippetGallery", SnippetGallery);
  },
};
