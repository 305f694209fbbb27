/* The slider of the window moves the field above it, and asks anew when it is let go. */
"use strict";

(() => {
  document.querySelectorAll("[data-window]").forEach((slider) => {
    const field = document.getElementById(slider.dataset.window);
    const stops = slider.dataset.stops.trim().split(" ");
    slider.hidden = false;
    slider.addEventListener("input", () => {
      field.value = stops[Number(slider.value)];
      slider.setAttribute("aria-valuetext", `${field.value} tokens`);
    });
    slider.addEventListener("change", () => slider.form.requestSubmit());
  });
})();
