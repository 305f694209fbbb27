/* Keys, copying and exact times. Every page works without it. */
"use strict";

(() => {
  const SEQUENCE_MS = 1200;

  const rows = () => [...document.querySelectorAll("[data-row]")];
  const WRITTEN_IN = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const typing = (target) => target instanceof Element && target.closest(WRITTEN_IN);

  let goUntil = 0;

  function move(step) {
    const all = rows();
    if (!all.length) return;
    const at = all.findIndex((row) => row.classList.contains("at"));
    const next = Math.min(all.length - 1, Math.max(0, at + step));
    if (at >= 0) all[at].classList.remove("at");
    all[next].classList.add("at");
    all[next].scrollIntoView({ block: "nearest" });
    const link = all[next].querySelector("[data-open]");
    if (link) link.focus({ preventScroll: true });
  }

  /* Buttons of the row one is at, or of the first: a accept, r reject, e edit, o look closer, x tick; u takes the last decision back,
     p looks at an edit before it is made. */
  function press(key) {
    const row = document.querySelector("[data-row].at") || document.querySelector("[data-row]");
    const found = (row && row.querySelector(`[data-key="${key}"]`)) || document.querySelector(`[data-key-page="${key}"]`);
    if (!found) return;
    if (found instanceof HTMLDetailsElement) {
      found.open = true;
      found.querySelector("textarea").focus();
    } else {
      found.click();
    }
  }

  function go(key) {
    const link = /^[a-z]$/.test(key) && document.querySelector(`.kc-rail a[data-go="${key}"]`);
    if (link) link.click();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      document.querySelectorAll(".kc-menu[open]").forEach((menu) => menu.removeAttribute("open"));
      if (typing(event.target)) event.target.blur();
      return;
    }
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    if (Date.now() < goUntil) {
      goUntil = 0;
      go(event.key);
      return;
    }
    const search = document.getElementById("kc-search");
    if (event.key === "/" && search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "?") {
      document.getElementById("kc-keys").showModal();
    } else if (event.key === "j") {
      move(1);
    } else if (event.key === "k") {
      move(-1);
    } else if (event.key === "g") {
      goUntil = Date.now() + SEQUENCE_MS;
    } else if (event.key === "e") {
      event.preventDefault();
      press("e");
    } else if (["a", "r", "u", "x", "p", "o"].includes(event.key)) {
      press(event.key);
    } else if (event.key === "n") {
      const add = document.querySelector("[data-add]");
      if (add) add.click();
    }
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    if (!source) return;
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(source);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      button.textContent = "Selected; press Ctrl C";
    }
    setTimeout(() => {
      button.textContent = said;
    }, 2000);
  }

  function onClick(event) {
    const target = event.target;
    if (!(target instanceof Element)) return;
    const copier = target.closest("[data-copy]");
    if (copier) copy(copier);
    if (target.closest("[data-keys]")) document.getElementById("kc-keys").showModal();
    document.querySelectorAll(".kc-menu[open]").forEach((menu) => {
      if (!menu.contains(target)) menu.removeAttribute("open");
    });
  }

  /* On a narrow screen the present page stands in the middle of a strip that is wider. */
  if (window.matchMedia("(max-width: 700px)").matches) {
    document.querySelectorAll(":is(.kc-rail, .kc-tabs) [aria-current]").forEach((here) => {
      const strip = here.closest(".kc-rail, .kc-tabs");
      strip.scrollLeft += here.getBoundingClientRect().left - strip.getBoundingClientRect().left - (strip.clientWidth - here.offsetWidth) / 2;
    });
  }

  /* What takes a while says so and is not sent twice. */
  document.querySelectorAll("form[data-busy]").forEach((form) => {
    form.addEventListener("submit", () => {
      const button = form.querySelector("button[type=submit]");
      button.disabled = true;
      button.textContent = form.dataset.busy;
    });
  });

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.querySelectorAll("[data-js]").forEach((element) => element.removeAttribute("hidden"));
  document.querySelectorAll("input[data-all]").forEach((box) => {
    box.addEventListener("change", () => {
      document.querySelectorAll(box.dataset.all).forEach((other) => {
        other.checked = box.checked;
      });
    });
  });
})();
