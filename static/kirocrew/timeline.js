/* The sliders of the Timeline move the fields for date and time beside them, and follow them. */
"use strict";

(() => {
  const pad = (number) => String(number).padStart(2, "0");

  /* The field shows the owner's zone, which need not be the browser's: both move by the same number of seconds. */
  function shown(field, seconds) {
    const start = new Date(`${field.dataset.start}Z`);
    const moment = new Date(start.getTime() + (seconds - Number(field.dataset.seconds)) * 1000);
    const date = [moment.getUTCFullYear(), pad(moment.getUTCMonth() + 1), pad(moment.getUTCDate())].join("-");
    const time = [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()].map(pad).join(":");
    return `${date}T${time}`;
  }

  document.querySelectorAll("[data-slides]").forEach((slider) => {
    const field = document.getElementById(slider.dataset.slides);
    field.dataset.start = field.value;
    field.dataset.seconds = slider.value;
    slider.addEventListener("input", () => {
      field.value = shown(field, Number(slider.value));
    });
    slider.addEventListener("change", () => slider.form.requestSubmit());
    field.addEventListener("change", () => {
      const moved = (new Date(`${field.value}Z`) - new Date(`${field.dataset.start}Z`)) / 1000;
      if (Number.isFinite(moved)) slider.value = String(Number(field.dataset.seconds) + moved);
    });
  });
})();
