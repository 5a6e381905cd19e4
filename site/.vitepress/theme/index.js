import { nextTick, onMounted } from "vue";
import DefaultTheme from "vitepress/theme-without-fonts";
import CrowdFilm from "./CrowdFilm.vue";
import LandingTabs from "./LandingTabs.vue";
import LiveSnippet from "./LiveSnippet.vue";
import SnippetGallery from "./SnippetGallery.vue";
import "./style.css";

/** The pages beside the guides have no search of their own: their link leads here, and opens it as its keys do. */
function openSearch() {
  if (location.hash === "#search") {
    history.replaceState(history.state, "", location.pathname + location.search);
    dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
  }
}

export default {
  extends: DefaultTheme,
  setup: () => onMounted(() => nextTick(openSearch)),
  enhanceApp({ app }) {
    app.component("CrowdFilm", CrowdFilm);
    app.component("LandingTabs", LandingTabs);
    app.component("LiveSnippet", LiveSnippet);
    app.component("SnippetGallery", SnippetGallery);
  },
};
