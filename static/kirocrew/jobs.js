/* Live progress of jobs over a websocket. The page is right without it; this makes it move. */
"use strict";

(() => {
  const FIRST_WAIT_MS = 500;
  const LONGEST_WAIT_MS = 15000;
  const QUIET_MS = 60000;
  const LOOK_MS = 5000;
  const EMPTY_UID = "00000000-0000-0000-0000-000000000000";
  const FINAL = new Set(["done", "failed", "cancelled"]);
  const REDRAWN = new Set(["started", "retrying", "cancel_requested"]);
  const WORDS = { queued: "Waiting", running: "Running", done: "Done", failed: "Failed", cancelled: "Cancelled" };
  const TAGS = { done: "ok", failed: "bad", running: "accent" };
  const REFUSED = { 4401: "Signed out. Reload to sign in.", 4403: "Only the owner sees jobs.", 4404: "This job is gone." };

  const list = document.querySelector("[data-jobs]");
  if (!list || !list.dataset.jobs) return;
  const live = document.querySelector("[data-live]");
  const numbers = new Intl.NumberFormat("en");
  const heard = new Map();
  const fetching = new Map();

  let after = Number(list.dataset.after) || 0;
  let wait = FIRST_WAIT_MS;
  let lost = false;
  const begun = Date.now();

  function say(level, words) {
    if (!live) return;
    live.hidden = false;
    live.querySelector("i").className = `dot ${level}`;
    live.querySelector("span").textContent = words;
  }

  function counts(message) {
    if (message.total) return `${numbers.format(message.done)} of ${numbers.format(message.total)}`;
    return message.done ? numbers.format(message.done) : "";
  }

  function bar(row, message) {
    const progress = row.querySelector("progress");
    if (message.state === "running" && message.total === null) {
      progress.removeAttribute("value");
      return;
    }
    progress.max = message.total || 1;
    progress.value = message.state === "done" ? progress.max : message.done;
  }

  function update(row, message) {
    row.dataset.state = message.state;
    row.className = `kc-job ${message.state}${row.classList.contains("at") ? " at" : ""}`;
    const tag = row.querySelector("[data-state-tag]");
    tag.textContent = WORDS[message.state] || message.state;
    tag.className = `tag ${TAGS[message.state] || ""}`;
    row.querySelector("[data-counts]").textContent = counts(message);
    row.querySelector("[data-pace]").textContent = message.pace;
    row.querySelector("[data-message]").textContent = message.message;
    bar(row, message);
  }

  /* A job this page has not seen, or one whose buttons and reason changed, comes as the server draws it. */
  async function redraw(uid) {
    if (fetching.has(uid)) {
      fetching.set(uid, true);
      return;
    }
    fetching.set(uid, false);
    try {
      const answer = await fetch(list.dataset.rowUrl.replace(EMPTY_UID, uid), { credentials: "same-origin" });
      if (!answer.ok) return;
      const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = parsed.querySelector("[data-job]");
      if (!fresh) return;
      const present = list.querySelector(`[data-job="${uid}"]`);
      if (present) present.replaceWith(document.importNode(fresh, true));
      else list.prepend(document.importNode(fresh, true));
      showEmpty();
    } catch {
      /* The connection went away in between; the socket says so, and the next step asks again. */
    } finally {
      const changed = fetching.get(uid);
      fetching.delete(uid);
      if (changed) redraw(uid); // it went on while the answer was on its way
    }
  }

  /* What a job came to stands beside its steps; the server knows how to say it. Where the whole page is about it
     (data-about="page"), the page is loaded anew at the end. */
  async function refreshAbout() {
    const about = document.querySelector("[data-about]");
    if (!about) return;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-about]");
      if (answer.ok && fresh) about.replaceWith(document.importNode(fresh, true));
    } catch {
      /* The next reload shows it. */
    }
  }

  function showEmpty() {
    const empty = document.querySelector("[data-jobs-empty]");
    if (empty) empty.hidden = list.children.length > 0;
  }

  function step(message) {
    const table = document.querySelector("[data-steps]");
    if (!table) return;
    const row = table.insertRow(0);
    const cells = ["when", "tight", "n tight", "main text"].map((name) => {
      const cell = row.insertCell();
      cell.className = name;
      return cell;
    });
    const time = document.createElement("time");
    time.dateTime = message.at;
    time.title = new Date(message.at).toLocaleString();
    time.textContent = new Date(message.at).toLocaleTimeString([], { hour12: false });
    cells[0].append(time);
    cells[1].textContent = message.kind.replaceAll("_", " ");
    cells[2].textContent = message.total ? `${numbers.format(message.done)} / ${numbers.format(message.total)}` : "";
    cells[3].textContent = message.message;
  }

  /* A rate says nothing about now when no step has come for long. */
  function quieten() {
    if (lost) return;
    for (const row of list.querySelectorAll('[data-job][data-state="running"]')) {
      const since = Date.now() - (heard.get(row.dataset.job) || begun);
      if (since < QUIET_MS) continue;
      const minutes = Math.floor(since / 60000);
      row.querySelector("[data-pace]").textContent = `no step for ${minutes} minute${minutes === 1 ? "" : "s"}`;
    }
  }

  function onMessage(message) {
    if (message.kind === "caught_up") {
      say("ok", lost ? "Live again, caught up" : "Live");
      lost = false;
      return;
    }
    if (message.id <= after) return;
    heard.set(message.job, Date.now());
    after = message.id;
    step(message);
    const row = list.querySelector(`[data-job="${message.job}"]`);
    if (!row) {
      if (list.dataset.jobs === "all" || list.dataset.jobs === "running") redraw(message.job);
      return;
    }
    const ended = FINAL.has(message.state) !== FINAL.has(row.dataset.state);
    update(row, message);
    if (ended || REDRAWN.has(message.kind) || fetching.has(message.job)) redraw(message.job);
    if (ended && document.querySelector("[data-about='page']")) location.reload();
    else if (ended || message.kind === "log") refreshAbout();
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = list.dataset.uid ? `/ws/jobs/${list.dataset.uid}/` : "/ws/jobs/";
    const socket = new WebSocket(`${scheme}//${location.host}${path}?after=${after}`);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      say(lost ? "warn" : "", lost ? "Connected again; catching up" : "Connecting");
    });
    socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code in REFUSED) {
        say("bad", REFUSED[event.code]);
        return;
      }
      lost = true;
      say("warn", "Connection lost; what you see may be old. Trying again.");
      setTimeout(connect, wait + Math.random() * wait * 0.3);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    });
  }

  connect();
  setInterval(quieten, LOOK_MS);
})();
