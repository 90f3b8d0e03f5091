// Live progress by server-sent events, keys of the review queue, and a remembered name. Pages work without it.
"use strict";

const text = (tag, value, name) => {
  const made = document.createElement(tag);
  made.textContent = value;
  if (name) made.className = name;
  return made;
};
const number = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en"));
const duration = (value) =>
  value === null || value === undefined ? "–"
    : value < 10 ? `${value.toFixed(2)} s`
      : value < 120 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(0)} min`;
const money = (value) =>
  value === null ? "unknown" : `${value > 0 && value < 1 ? value.toFixed(4) : value.toFixed(2)} USD`;

const stageRow = (stage) => {
  const row = document.createElement("tr");
  const name = text("th", stage.name);
  name.scope = "row";
  const cell = document.createElement("td");
  if (stage.total) {
    const bar = document.createElement("progress");
    bar.max = stage.total;
    bar.value = stage.done;
    bar.setAttribute("aria-label", stage.name);
    cell.append(bar);
  } else {
    cell.textContent = stage.ended ? "done" : "under way";
  }
  row.append(
    name, cell, text("td", number(stage.done), "num"), text("td", number(stage.total), "num"),
    text("td", stage.rate === null ? "–" : stage.rate.toFixed(1), "num"),
    text("td", stage.ended ? `done in ${duration(stage.seconds)}` : duration(stage.left), "num"),
  );
  return row;
};

const follow = (section) => {
  if (!["queued", "running"].includes(section.dataset.status)) return;
  const source = new EventSource(`/api/jobs/${encodeURIComponent(section.dataset.job)}/progress`);
  source.addEventListener("progress", (event) => {
    const job = JSON.parse(event.data);
    if (job.status !== section.dataset.status) {
      source.close();
      window.location.reload();
      return;
    }
    const progress = job.progress;
    const rows = (progress.stages || []).map(stageRow);
    if (rows.length) document.querySelector("#job-stages tbody").replaceChildren(...rows);
    if ("cost_usd" in progress) document.querySelector("#job-cost").textContent = money(progress.cost_usd);
    document.querySelector("#job-calls").textContent = number(progress.calls ?? 0);
    document.querySelector("#job-tokens").textContent = number(progress.tokens ?? 0);
    document.querySelector("#job-messages").replaceChildren(...(progress.messages || []).map((line) => text("li", line)));
  });
};

const typing = (target) => target.closest("input:not([type=radio]), textarea, select") !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const found = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key);
  if (!found) return;
  event.preventDefault();
  if (found.matches("input")) found.focus();
  else found.click();
});

for (const section of document.querySelectorAll("#job")) follow(section);
for (const input of document.querySelectorAll("[data-remember]")) {
  const key = `ragtester-${input.dataset.remember}`;
  input.value = window.localStorage.getItem(key) || input.value;
  input.addEventListener("change", () => window.localStorage.setItem(key, input.value));
}
