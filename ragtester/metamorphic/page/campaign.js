"use strict";
(() => {
  const cases = JSON.parse(document.getElementById("data").textContent);
  const questions = JSON.parse(document.getElementById("questions").textContent);
  const form = document.getElementById("filters");
  const list = document.getElementById("list");
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  const STEP = 40;
  let limit = STEP;

  const element = (tag, text, cls) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (cls) node.className = cls;
    return node;
  };

  const marked = (diff) => {
    const pre = element("pre", undefined, "diff");
    for (const part of diff.split(/(\{\+[\s\S]*?\+\}|\[-[\s\S]*?-\])/)) {
      if (part.startsWith("{+")) pre.append(element("ins", part.slice(2, -2)));
      else if (part.startsWith("[-")) pre.append(element("del", part.slice(2, -2)));
      else pre.append(part);
    }
    return pre;
  };

  const passages = (texts) => {
    const items = element("ol");
    for (const text of texts) items.append(element("li", text));
    return texts.length ? items : document.createTextNode("the system does not show it");
  };

  const details = (item) => {
    const rows = element("dl");
    const row = (name, value) => {
      const cell = element("dd");
      cell.append(value);
      rows.append(element("dt", name), cell);
    };
    if (questions[item.test]) row("Question", questions[item.test]);
    row("Test", item.test);
    row("System", item.system);
    if (item.relation) row("Relation", item.relation + (item.score ? `, score ${item.score} of 5` : ""));
    if (item.truth) row("Ledger truth", item.truth);
    if (item.reason) row("Reason", item.reason);
    row("Why", item.rationale || "");
    if (item.base_answer) row("Base answer", item.base_answer);
    if (item.mutant_answer) row("Answer under it", item.mutant_answer);
    if (item.diff) row("Mutation", marked(item.diff));
    if (item.base_context || item.mutant_context) {
      row("Base context", passages(item.base_context || []));
      row("Context under it", passages(item.mutant_context || []));
    }
    return rows;
  };

  const card = (item) => {
    const box = element("details", undefined, "case");
    box.setAttribute("role", "listitem");
    const head = element("summary");
    head.append(element("span", item.outcome.replace("_", " "), "mark " + item.outcome));
    head.append(element("b", `${item.operator} ${item.scope}`));
    if (questions[item.test]) head.append(element("span", questions[item.test], "asked"));
    head.append(element("span", item.rationale || "", "why"));
    box.append(head);
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(details(item)); });
    return box;
  };

  const wanted = () => {
    const chosen = Object.fromEntries(new FormData(form));
    const text = chosen.text.trim().toLowerCase();
    return cases.filter((item) =>
      ["system", "operator", "scope", "relation"].every((key) => !chosen[key] || item[key] === chosen[key]) &&
      (!chosen.outcome || (chosen.outcome === "disputed" ? item.truth && item.truth !== item.outcome : item.outcome === chosen.outcome)) &&
      (!text || [item.test, questions[item.test], item.base_answer, item.mutant_answer, item.rationale, item.diff].some((part) => (part || "").toLowerCase().includes(text))));
  };

  const draw = () => {
    const found = wanted();
    list.replaceChildren(...found.slice(0, limit).map(card));
    if (!found.length) list.append(element("p", "No case fits these filters. Set the outcome to “all” to see more.", "empty"));
    count.textContent = `${found.length.toLocaleString("en")} case${found.length === 1 ? "" : "s"}`;
    more.hidden = found.length <= limit;
  };

  form.addEventListener("input", () => { limit = STEP; draw(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => { limit += STEP; draw(); });
  for (const button of document.querySelectorAll("button.cell")) {
    button.addEventListener("click", () => {
      for (const key of ["system", "operator", "scope"]) form.elements[key].value = button.dataset[key];
      form.elements.relation.value = form.elements.text.value = "";
      form.elements.outcome.value = Number(button.style.getPropertyValue("--share")) > 0 ? "violated" : "";
      limit = STEP;
      draw();
      document.getElementById("cases").scrollIntoView();
    });
  }
  for (const pre of document.querySelectorAll("article pre.diff")) pre.replaceWith(marked(pre.textContent));
  draw();
})();
