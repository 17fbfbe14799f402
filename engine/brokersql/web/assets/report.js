// The lists behind the numbers of a page: where their rows come from, how they are
// filtered, and the views of a task, a queue, a criterion and a cloud. All text from
// outside becomes text nodes, never markup.
"use strict";
(() => {
  const page = JSON.parse(document.getElementById("page").textContent);
  const inFile = page.mode === "file";
  const root = document.documentElement;
  const view = document.querySelector(".view");
  const policies = new Map(page.policies.map((each) => [each.policy, each]));
  const STEP = 100;

  // ---- words and numbers -------------------------------------------------------

  const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
  const shown = (text) =>
    String(text).replace(UNSEEN, (sign) => {
      const code = sign.codePointAt(0);
      return code < 256
        ? "\\x" + code.toString(16).padStart(2, "0")
        : "\\u" + code.toString(16).padStart(4, "0");
    });
  const shownLines = (text) => text.split("\n").map(shown).join("\n");
  const count = (n) => (n === null || n === undefined ? "–" : n.toLocaleString("en-US"));
  const figure = (x) => {
    if (x === null) return "–";
    if (x === 0) return "0";
    const size = Math.abs(x);
    if (size < 0.001 || size > 1e6) return x.toExponential(2).replace("e+", "e");
    return x.toPrecision(4).includes("e") ? String(Math.round(x)) : x.toPrecision(4);
  };
  const plural = (n, noun) => `${n === 0 ? "no" : count(n)} ${noun}${n === 1 ? "" : "s"}`;

  // ---- elements ----------------------------------------------------------------

  const h = (name, given, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(given || {})) {
      if (value === null || value === false || value === undefined) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((each) => each !== null && each !== false));
    return element;
  };
  const linesOf = (lines) => lines.map((line) => h("span", null, shown(line)));
  const code = (text) => h("code", null, shown(text));
  // A command breaks between its words only.
  const commandCode = (text) => h("code", { class: "terminal" }, text.split(" ").flatMap((word, at) => [at ? " " : "", h("span", { class: "word" }, shown(word))]));

  // ---- places ------------------------------------------------------------------

  const literal = (value) => {
    if (value === null) return "null";
    const text = String(value);
    const isMarked = page.filters.some(([sign]) => sign && text.startsWith(sign));
    const plain = text !== "" && text !== "null" && !text.includes("*");
    return plain && !isMarked ? text : "=" + text;
  };
  // A path is a text, or parts that may hold any sign; a part does not end as a file does.
  const FILE_END = /\.(json|csv|parquet)$/;
  const address = (path, query = {}) => {
    const all = new URLSearchParams(query);
    if (!inFile) all.set("key", page.key);
    const tail = all.size ? `?${all}` : "";
    const parts = (names) => names.map((each) => "/" + encodeURIComponent(each).replace(FILE_END, "%2E$1")).join("");
    return (inFile ? "#" : "") + (Array.isArray(path) ? parts(path) : encodeURI(path)) + tail;
  };
  const SUBJECTS = ["task", "queue", "nucleus", "criterion", "user", "pilot", "job"];
  const here = () => {
    if (page.place) return page.place;
    const text = inFile ? location.hash.slice(1) : location.pathname + location.search;
    const [path, tail] = (text || "/").split(/\?(.*)/s);
    const query = Object.fromEntries(new URLSearchParams(tail || ""));
    delete query.key;
    const parts = path.split("/").slice(1).map(decodeURIComponent);
    // a subject may be named without a policy
    if (parts.length === 2 && SUBJECTS.includes(parts[0]) && !policies.has(parts[0])) parts.unshift(knowing(parts[0]));
    const [policy = "", kind = "", id = ""] = parts;
    if (id) for (const name of ["name", "id"]) query[name] ??= id;
    return { policy, kind, id, query };
  };
  const knowing = (kind) => {
    const held = { nucleus: "queue" }[kind] ?? kind;
    const found = [...policies.values()].filter((each) => each.subjects.includes(held));
    return (found.find((each) => each.noun === kind) ?? found[0] ?? page.policies[0]).policy;
  };

  // ---- filters: signs and operators are those of the server, FILTER_SIGNS ---------

  const not = (test) => (wanted) => {
    const passes = test(wanted);
    return (value) => !passes(value);
  };
  const compared = (test) => (wanted) => {
    const limit = wanted.trim() === "" ? NaN : Number(wanted);
    return (value) => value !== null && value !== "" && !Number.isNaN(Number(value)) && test(Number(value), limit);
  };
  const is = (wanted) => (value) =>
    typeof value === "number" ? wanted.trim() !== "" && Number(wanted) === value : value !== null && String(value) === wanted;
  const hasWord = (wanted) => (value) => value !== null && ` ${value} `.includes(` ${wanted} `);
  const like = (wanted) => {
    if (wanted === "null") return (value) => value === null;
    if (!wanted.includes("*")) return is(wanted);
    const escaped = wanted.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
    const pattern = new RegExp(`^${escaped.join(".*")}$`, "isu");
    return (value) => value !== null && pattern.test(String(value));
  };
  const operators = {
    "<": compared((x, limit) => x < limit),
    "<=": compared((x, limit) => x <= limit),
    ">": compared((x, limit) => x > limit),
    ">=": compared((x, limit) => x >= limit),
    is, has: hasWord, like, not: not(is), lacks: not(hasWord), unlike: not(like),
  };
  const keeps = (text) => {
    const [sign, operator] = page.filters.find(([each]) => text.startsWith(each));
    return operators[operator](text.slice(sign.length));
  };

  // ---- rows of a page that is one file -------------------------------------------

  const tables = new Map();

  const unpack = async (policy, name) => {
    const element = document.getElementById(`list-${policy}-${name}`);
    if (!element) return null;
    const bytes = Uint8Array.from(atob(element.textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const table = await new Response(stream).json();
    table.held = new Map();
    for (const part of table.parts) {
      const codes = Uint32Array.from(part.codes);
      part.columns.forEach((column, at) => {
        table.held.set(column, { codes, values: part.values.map((row) => row[at]) });
      });
    }
    return table;
  };
  const opened = (policy, name) => {
    const key = `${policy}-${name}`;
    if (!tables.has(key)) tables.set(key, unpack(policy, name));
    return tables.get(key);
  };

  const passing = (table, query) => {
    let found = Array.from({ length: table.n_held }, (_, at) => at);
    for (const [name, text] of Object.entries(query)) {
      const column = table.held.get(table.also[name] ?? name);
      if (!column) throw new Error(`no column ${name}`);
      const test = column.values.map(keeps(text));
      found = found.filter((at) => test[column.codes[at]]);
    }
    return found;
  };
  const matching = (table, found, words) => {
    const wanted = words.toLowerCase();
    const tests = [...table.held.values()].map(({ codes, values }) => ({
      codes,
      test: values.map((value) => value !== null && String(value).toLowerCase().includes(wanted)),
    }));
    return found.filter((at) => tests.some(({ codes, test }) => test[codes[at]]));
  };
  const ordered = (table, found, sort) => {
    const column = table.held.get(sort.replace(/^-/, ""));
    if (!column) return found;
    const sign = sort.startsWith("-") ? -1 : 1;
    const places = column.values.map((value, at) => [value, at]);
    places.sort(([a], [b]) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -sign : sign));
    const rank = new Uint32Array(column.values.length);
    places.forEach(([, at], place) => (rank[at] = place));
    return found.slice().sort((a, b) => rank[column.codes[a]] - rank[column.codes[b]] || a - b);
  };

  const fileRows = {
    async rows(policy, name, { sort, q, page: _, ...query }, limit) {
      const table = await opened(policy, name);
      if (!table) return null;
      let found = passing(table, query);
      if (q) found = matching(table, found, q);
      if (sort) found = ordered(table, found, sort);
      const rows = found.slice(0, limit).map((at) =>
        Object.fromEntries([...table.held].map(([column, { codes, values }]) => [column, values[codes[at]]])),
      );
      const texts = table.texts && found.slice(0, limit).map((at) => table.texts[at]);
      return { ...table, rows, texts, n_rows: found.length };
    },
    async groups(policy, name, { sort, q, page: _, ...query }, by) {
      const table = await opened(policy, name);
      const column = table && table.held.get(by);
      if (!column) return [];
      let found = passing(table, query);
      if (q) found = matching(table, found, q);
      const counts = new Map();
      for (const at of found) {
        const value = column.values[column.codes[at]];
        counts.set(value, (counts.get(value) || 0) + 1);
      }
      return [...counts].map(([value, n]) => ({ value, n })).sort((a, b) => b.n - a.n);
    },
  };

  // ---- rows of a server ------------------------------------------------------------

  const ask = async (path, query) => {
    const answer = await fetch(address(path, query));
    const document = await answer.json();
    if (!answer.ok) throw new Error([document.where ? `${document.where}: ${document.message}` : document.message, document.hint].filter(Boolean).join("\n"));
    return document;
  };
  const serverRows = {
    // more rows are more of the page that was opened, not another page
    rows: (policy, name, { page: at, ...query }, limit) => ask(`/${policy}/${name}.json`, { ...query, limit, ...(at > 1 && { offset: (at - 1) * STEP }) }),
    groups: async (policy, name, query, by) =>
      (await ask(`/${policy}/${name}.json`, { ...query, group: by })).groups,
  };
  const source = inFile ? fileRows : serverRows;

  // ---- cells -----------------------------------------------------------------------

  const PROSE = new Set(["reason", "title", "source", "detail", "failing", "label"]);
  const PILLS = new Set(["status", "outcome", "action"]);
  const has = (policy, name) => (policies.get(policy)?.lists || []).includes(name);
  const knows = (policy, kind) => (policies.get(policy)?.subjects || []).includes(kind);

  const target = (policy, column, value, row, fixed) => {
    if (column.name === "unified_name" && fixed?.jedi_task_id && !inFile)
      return address(`/${policy}/task/${fixed.jedi_task_id}`, { chunk: fixed.chunk_no, queue: value });
    if (column.target === "task" && has(policy, "tasks")) {
      const chunk = row.chunk_no === undefined ? {} : { chunk: row.chunk_no };
      return address(`/${policy}/task/${value}`, chunk);
    }
    if (column.target === "queue" && has(policy, "queues")) return address([policy, "queue", value]);
    if (["user", "pilot", "job"].includes(column.target) && knows(policy, column.target)) {
      return address([policy, column.target, value]);
    }
    if (column.target === "matches" && has(policy, "matches")) return address(`/${policy}/matches`, { [column.name]: value });
    if (column.target === "criterion" && has(policy, "rules"))
      return address([policy, "criterion", value]);
    return null;
  };
  const labelOf = (policy, column) => (column.name === "unified_name" && policies.get(policy)?.noun) || column.label || column.name;
  const cell = (policy, column, row, fixed) => {
    const value = row[column.name];
    const label = { "data-label": labelOf(policy, column) };
    if (value === null || value === undefined || value === "") return h("td", { class: column.kind === "text" ? "dim" : "num dim", "data-none": true, ...label }, "–");
    const right = column.kind !== "text" ? "num" : null;
    if (Array.isArray(value)) return h("td", label, shown(value.join(", ")));
    let text = column.kind === "int" ? count(value) : column.kind === "num" ? figure(value) : shown(value);
    if (column.name === "failing") text = value.split(" ").flatMap((tag) => [code(tag), " "]);
    else if (PILLS.has(column.name)) text = h("span", { class: `status s-${shown(value)}` }, text);
    else if (column.target === "criterion") text = code(value);
    const place = target(policy, column, value, row, fixed);
    const style = right || (PROSE.has(column.name) ? `prose ${column.name}` : null);
    return h("td", { class: style, ...label }, place ? h("a", { href: place }, text) : text);
  };

  // As on the server (render/csv_text.py): no spreadsheet takes a text for a formula.
  const NUMBER = /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?$/i;
  const CRITERIA = /^[-+][A-Za-z0-9_]+([ ,]+[-+]?[A-Za-z0-9_]+)*$/;
  const inert = (text, hasCriteria) =>
    /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) && !(hasCriteria && CRITERIA.test(text)) ? `'${text}` : text;
  const csvOf = (columns, rows) => {
    const quoted = (value, name) => {
      if (value === null || value === undefined) return "";
      const text = inert(String(value), page.criteria.includes(name));
      return /[",\n\r]/.test(text) || text !== text.trim() || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const names = columns.map((each) => each.name);
    const lines = [names.map((name) => quoted(name)), ...rows.map((row) => names.map((name) => quoted(row[name], name)))];
    return lines.map((line) => line.join(",") + "\n").join("");
  };
  const saved = (name, text) => {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };

  // ---- a list ----------------------------------------------------------------------

  // Filter of a view -> columns whose values are then the same in all rows.
  const SAME = { seq: ["pilot_id", "site"], tq_id: ["owner_group", "n_jobs"], chunk_no: ["status"], unified_name: ["cloud"] };
  // `fixed` filters belong to the view, `query` to the reader; `onChange` hears changes.
  const list = async (policy, name, fixed, query, onChange, empty = "No rows.") => {
    const state = { query: { ...query }, limit: STEP };
    const first = await source.rows(policy, name, fixed, 1);
    const isWhole = first && !(inFile && first.n_held < first.n_all);
    if (!first || !first.columns.length || (isWhole && !first.n_rows)) return h("p", { class: "empty" }, empty);
    const same = Object.keys(fixed).flatMap((each) => SAME[each] ?? []);
    const columns = first.columns.filter((each) => !(each.name in fixed) && !same.includes(each.name));
    const body = h("tbody");
    const status = h("p", { class: "count", "aria-live": "polite" });
    const more = h("button", { type: "button", class: "more-rows" }, `show ${STEP} more`);
    const facets = h("div", { class: "facets" });
    const heads = new Map();

    const refresh = async () => {
      const { q, sort, ...filters } = state.query;
      let found;
      try {
        found = await source.rows(policy, name, { ...filters, ...(q && { q }), ...(sort && { sort }), ...fixed }, state.limit);
      } catch (fault) {
        status.textContent = shownLines(fault.message);
        return;
      }
      body.replaceChildren(...found.rows.map((row) => h("tr", { tabindex: -1 }, columns.map((each) => cell(policy, each, row, fixed)))));
      const all = first.n_rows;
      status.textContent = found.n_rows === all ? plural(all, "row") : `${count(found.n_rows)} of ${plural(all, "row")}`;
      const before = inFile ? 0 : (Math.max(1, Number(state.query.page) || 1) - 1) * STEP;
      if (before) status.append(`, from the ${count(before + 1)}th`);
      if (found.n_rows > found.rows.length) status.append(`, ${count(found.rows.length)} shown`);
      if (inFile && found.n_held < found.n_all)
        status.append(` · the page holds ${count(found.n_held)} of ${count(found.n_all)}, all of them: `, code(found.more));
      more.hidden = found.n_rows <= before + found.rows.length;
      for (const [column, head] of heads) {
        const order = sort === column ? "ascending" : sort === `-${column}` ? "descending" : "none";
        head.setAttribute("aria-sort", order);
      }
      await refreshFacets();
    };
    const refreshFacets = async () => {
      const { sort, ...filters } = state.query;
      const names = first.facets.filter((each) => !(each in fixed));
      const groups = await Promise.all(
        names.map((each) => source.groups(policy, name, { ...filters, ...fixed }, each)),
      );
      facets.replaceChildren(
        ...names.map((each, at) => facet(each, groups[at])).filter(Boolean),
      );
    };
    const facet = (column, groups) => {
      if (groups.length < 2 && !(column in state.query)) return null;
      const chips = groups.slice(0, 8).map(({ value, n }) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-pressed": String(state.query[column] === literal(value)),
            onclick: () => change({ [column]: state.query[column] === literal(value) ? "" : literal(value) }),
          },
          value === null ? "–" : shown(value),
          " ",
          h("b", null, count(n)),
        ),
      );
      if (groups.length > 8) chips.push(h("span", { class: "dim" }, `and ${count(groups.length - 8)} more`));
      const about = first.columns.find((each) => each.name === column);
      return h("p", null, h("span", { class: "dim", title: about.hover }, labelOf(policy, about)), " ", chips);
    };
    const change = (changes) => {
      state.query = Object.fromEntries(Object.entries({ ...state.query, ...changes }).filter(([, text]) => text !== ""));
      state.limit = STEP;
      delete state.query.page;
      for (const [column, input] of inputs) if (document.activeElement !== input) input.value = state.query[column] || "";
      onChange(state.query);
      return refresh();
    };

    const inputs = new Map();
    const filterCells = columns.map((each) => {
      const input = h("input", {
        type: "text",
        "aria-label": `filter ${each.name}`,
        spellcheck: "false",
        autocomplete: "off",
        value: state.query[each.name] || "",
        oninput: () => {
          clearTimeout(input.waiting);
          input.waiting = setTimeout(() => change({ [each.name]: input.value }), 150);
        },
      });
      inputs.set(each.name, input);
      return h("td", null, input);
    });
    const headCells = columns.map((each) => {
      const nextOrder = () => (state.query.sort === `-${each.name}` ? each.name : `-${each.name}`);
      const nextTextOrder = () => (state.query.sort === each.name ? `-${each.name}` : each.name);
      const button = h(
        "button",
        { type: "button", onclick: () => change({ sort: each.kind === "text" ? nextTextOrder() : nextOrder() }) },
        labelOf(policy, each),
      );
      const head = h("th", { scope: "col", class: each.kind === "text" ? null : "num", title: each.hover }, button);
      heads.set(each.name, head);
      return head;
    });
    more.addEventListener("click", () => {
      state.limit += STEP;
      refresh();
    });
    const csv = h(
      "button",
      {
        type: "button",
        onclick: async () => {
          const { sort, page: _, ...filters } = state.query;
          if (!inFile) {
            location.assign(address(`/${policy}/${name}.csv`, { ...filters, ...fixed, ...(sort && { sort }) }));
            return;
          }
          const all = await source.rows(policy, name, { ...filters, ...fixed, ...(sort && { sort }) }, 1000000);
          saved(`${policy}-${name}.csv`, csvOf(first.columns, all.rows));
        },
      },
      "csv",
    );
    const whole = h(
      "div",
      { class: "list" },
      h("div", { class: "bar-of-list" }, status, csv),
      facets,
      h(
        "div",
        { class: "scroll" },
        h("table", { class: "rows" }, h("thead", null, h("tr", null, headCells), h("tr", { class: "filters" }, filterCells)), body),
      ),
      more,
    );
    await refresh();
    return whole;
  };

  // ---- views -----------------------------------------------------------------------

  const trail = (policy, ...rest) =>
    h("nav", { class: "trail", "aria-label": "Place" }, h("a", { href: address(`/${policy}`) }, policy), ...rest.map((each) => h("span", null, each)));
  // What a page of a subject begins with; that of a server has its answer already.
  const isAnswered = document.querySelector(".subject") !== null;
  const heading = (policy, place, title, row, ...more) =>
    isAnswered
      ? []
      : [
          trail(policy, ...place),
          h("h1", null, ...title),
          row && (row.status || row.reason)
            ? h("div", { class: `card s-${shown(row.status)}`, role: "region", "aria-label": "Answer" }, h("p", { class: "verdict" }, row.status ? h("span", { class: "status" }, shown(row.status)) : null, " ", row.reason ? shown(row.reason) : ""), ...more)
            : null,
        ];
  const section = (title, ...content) => h("section", null, h("h2", null, title), ...content);
  const facts = (row, columns, policy) =>
    h(
      "dl",
      { class: "facts" },
      columns
        .filter((each) => row[each.name] !== null && row[each.name] !== undefined)
        .map((each) => h("div", null, h("dt", { title: each.hover }, labelOf(policy, each)), h("dd", null, ...cell(policy, each, row).childNodes))),
    );
  const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
  // A page of a server has it in its footer.
  const terminal = (policy, ...words) => {
    if (!inFile) return null;
    const text = `brokersql explain ${page.quoted} --policy ${policy} ${words.map(quoted).join(" ")}`;
    return h("p", { class: "terminal" }, "In a terminal: ", commandCode(text));
  };
  // What would help, as far as the rows of a file tell: `alone` are those that one
  // criterion alone keeps away, `named` returns what is kept from where, as an element.
  const MOST_NAMED = 3;
  const helps = (policy, alone, named, nothing, ...words) => {
    const causes = new Map();
    for (const row of alone) causes.set(row.only_blocker, [...(causes.get(row.only_blocker) ?? []), row]);
    const lines = [...causes].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_NAMED).map(([tag, rows]) => {
      const rest = rows.length - MOST_NAMED;
      const names = rows.slice(0, MOST_NAMED).flatMap((row, at) => [at ? ", " : "", named(row)]);
      return h("li", null, "only ", h("a", { href: address([policy, "criterion", tag]) }, code(tag)), " is in the way at ", names, rest > 0 ? ` and ${count(rest)} more` : "");
    });
    const command = `brokersql explain ${page.quoted} --policy ${policy} ${words.map(quoted).join(" ")} --fix`;
    return h("div", { class: "helps" }, h("h2", null, "What would help"), lines.length ? h("ul", null, lines) : h("p", null, nothing), h("p", null, "A value that helps is looked for, and decided again, by ", commandCode(command)));
  };
  const part = (kind, n, most) => (n > 0 ? h("i", { class: `bar ${kind}`, style: `width:${(100 * n) / most}%` }) : null);
  const none = (what, name) => [h("h1", null, `No ${what} `, h("code", null, shown(name))), h("p", { class: "empty" }, "It is not in this run.")];
  const ignore = () => {};
  // A header cell: what stands there, the column of the contract, and what it means.
  const headed = (label, name, means, kind = "num") => h("th", { scope: "col", class: kind, title: `${name}: ${means}` }, label);
  // The file of a rule, which on a server has a page with its parameters.
  const fileOf = (policy, file) => (inFile || !file ? shown(file) : h("a", { href: address(`/policy/${policy}/${file.split("/").pop().replace(/\.sql$/, "")}`) }, shown(file)));

  // Candidates before and after each check, as PanDA prints them.
  const ladder = (pairs, order) => {
    const steps = order
      .map((label) => ({ label, cut: pairs.filter((pair) => pair.label === label) }))
      .filter((step) => step.cut.length);
    let before = pairs.length;
    return steps.map(({ label, cut }) => {
      const tags = new Map();
      for (const pair of cut) {
        const tag = tags.get(pair.criterion) || tags.set(pair.criterion, { n: 0, kind: pair.class }).get(pair.criterion);
        tag.n += 1;
      }
      const step = { label, before, after: before - cut.length, tags: [...tags].sort(([, a], [, b]) => b.n - a.n) };
      before = step.after;
      return step;
    });
  };
  const lookNext = (policy, row) => (row.waits_by && has(policy, "rules") ? h("p", { class: "next" }, row.retry_after_s ? `Decided again in ${count(Math.round(row.retry_after_s / 60))} min. ` : "", "Look next at criterion ", h("a", { href: address([policy, "criterion", row.waits_by]) }, code(row.waits_by)), ".") : null);
  const ladderView = (policy, pairs, chosen, fixed) => {
    const steps = ladder(pairs, policies.get(policy).labels);
    const many = policies.get(policy).noun === "queue" ? "queues" : "nuclei";
    const rows = steps.map(({ label, before, after, tags }) =>
      h(
        "tr",
        null,
        h("th", { scope: "row", "data-label": "check" }, label),
        h("td", { class: "num", "data-label": `before, ${many}` }, count(before)),
        h("td", { class: "wide" }, h("div", { class: "split" }, h("i", { class: "kept", style: `width:${(100 * after) / pairs.length}%` }), tags.map(([, { n, kind }]) => h("i", { class: `c-${kind}`, style: `width:${(100 * n) / pairs.length}%` })))),
        h("td", { class: "num", "data-label": `taken, ${many}` }, h("a", { href: address(`/${policy}/pairs`, { ...fixed, label: literal(label) }) }, count(before - after)), " ", h("span", { class: "dim" }, `${Math.ceil((100 * (before - after)) / before)} %`)),
        h("td", { class: "tags", "data-label": "by" }, tags.map(([tag, { n }]) => [h("a", { href: address(`/${policy}/pairs`, { ...fixed, criterion: literal(tag) }) }, code(tag), ` ${count(n)}`), " "]).flat()),
      ),
    );
    const text = [
      `the number of initial candidates: ${pairs.length}`,
      ...steps.map(({ label, before, after }) => {
        const cut = String(Math.ceil((100 * (before - after)) / before)).padStart(3);
        return `${String(before).padStart(5)} -> ${String(after).padStart(3)} candidates, ${cut}% cut : ${label}`;
      }),
      `the number of final candidates: ${chosen}`,
    ].join("\n");
    return [
      h("div", { class: "scroll" }, h("table", { class: "funnel" }, h("thead", null, h("tr", null, headed("check", "label", "step of the broker's log", null), headed(`before, ${many}`, "n_before", "candidates before the check"), h("th", { scope: "col" }), headed(`taken, ${many}`, "n_cut", "candidates that it takes"), headed("by", "criteria", "criteria that took them, each with their number", null))), h("tbody", null, rows))),
      h("details", null, h("summary", null, "as PanDA prints it"), h("pre", null, text)),
    ];
  };

  const queueHelps = async (policy, name, fixed) => {
    const { rows } = await source.rows(policy, "pairs", { ...fixed, only_blocker: "!null" }, 100000);
    const task = (row) => h("a", { href: address(`/${policy}/task/${row.jedi_task_id}`, { chunk: row.chunk_no }) }, `task ${row.jedi_task_id}`);
    const { noun } = policies.get(policy);
    return helps(policy, rows, task, `No task is kept from this ${noun} by one criterion alone.`, `--${noun}`, name);
  };

  const pilotHelps = async (policy, { seq }) => {
    const found = await source.rows(policy, "matches", { seq: String(seq), only_blocker: "!null" }, 100000);
    const queue = (row) => h("a", { href: address(`/${policy}/task_queues`, { tq_id: row.tq_id }) }, `task queue ${row.tq_id}`);
    return helps(policy, found?.rows ?? [], queue, "No task queue is kept from it by one criterion alone.", "--pilot", String(seq));
  };

  const views = {
    async task(policy, id, { chunk, queue }) {
      const rows = await source.rows(policy, "tasks", { jedi_task_id: id }, STEP);
      if (!rows || !rows.n_rows) return isAnswered ? [] : none("task", id);
      const row = rows.rows.find((each) => String(each.chunk_no) === chunk) || rows.rows[0];
      const fixed = { jedi_task_id: id, chunk_no: String(row.chunk_no) };
      const pairs = (await source.rows(policy, "pairs", fixed, 100000)) || { rows: [] };
      const inChunk = (chunk) => address([policy, "task", id], { chunk });
      if (queue) {
        const pair = await source.rows(policy, "pairs", { ...fixed, unified_name: literal(queue.split("/")[0]) }, 1);
        const own = { ...fixed, [queue.includes("/") ? "queue_name" : "unified_name"]: literal(queue) };
        const weights = has(policy, "weights") ? await source.rows(policy, "weights", own, STEP) : null;
        const factors = (weights?.rows || []).map((each) => [h("h3", null, shown(each.queue_name)), facts(each, weights.columns.filter(({ name }) => !["jedi_task_id", "chunk_no", "queue_name", "unified_name"].includes(name)), policy)]);
        return [
          ...heading(policy, [h("a", { href: inChunk(row.chunk_no) }, `task ${shown(id)}`)], [`Task ${shown(id)} at ${shown(queue)}`]),
          pair && pair.n_rows ? facts(pair.rows[0], pair.columns.slice(2), policy) : null,
          factors.length ? section("Weight", ...factors.flat()) : null,
          terminal(policy, "--task", id, "--queue", queue),
        ];
      }
      const others = rows.rows.filter((each) => each !== row).map((each) => h("a", { href: inChunk(each.chunk_no) }, `chunk ${each.chunk_no}`));
      const chosen = pairs.rows.filter((pair) => pair.outcome === "chosen").length;
      return [
        ...heading(policy, [h("a", { href: address(`/${policy}/tasks`) }, "tasks")], [`Task ${shown(id)} `, h("small", null, `chunk ${row.chunk_no}`)], row, lookNext(policy, row), inFile && row.waits_by ? helps(policy, pairs.rows.filter((pair) => pair.only_blocker), (pair) => h("a", { href: address([policy, "queue", pair.unified_name]) }, shown(pair.unified_name)), `Each ${policies.get(policy).noun} has more than one criterion in the way, or a check of the task itself holds it.`, "--task", id) : null),
        others.length ? h("p", { class: "lede" }, `This is chunk ${row.chunk_no} of ${rows.n_rows}; see `, ...others.flatMap((each) => [each, " "])) : null,
        pairs.rows.length ? section("Ladder", ...ladderView(policy, pairs.rows, chosen, fixed)) : null,
        section("The task", facts(row, rows.columns.filter((each) => !["jedi_task_id", "chunk_no", "status", "reason"].includes(each.name)), policy), terminal(policy, "--task", id)),
        has(policy, "weights") && pairs.rows.some((pair) => pair.outcome !== "rejected") ? section("Weights", await list(policy, "weights", fixed, {}, ignore)) : null,
        pairs.rows.length ? section(`At every ${policies.get(policy).noun}`, await list(policy, "pairs", fixed, { sort: "n_failing" }, ignore)) : null,
      ];
    },

    async queue(policy, _, { name }) {
      const wanted = literal(has(policy, "tasks") ? name.split("/")[0] : name);
      const rows = await source.rows(policy, "queues", { unified_name: wanted }, 1);
      // what no list has may still have an answer: a queue that is no candidate, say
      if (!rows || !rows.n_rows) return isAnswered ? [] : none(policies.get(policy).noun, name);
      const fixed = { unified_name: wanted };
      const [reported, alone, failing] = await Promise.all([
        source.groups(policy, "pairs", { ...fixed, outcome: "rejected" }, "criterion"),
        source.groups(policy, "pairs", { ...fixed, only_blocker: "!null" }, "only_blocker"),
        source.groups(policy, "pairs", { ...fixed, failing: "!null" }, "failing"),
      ]);
      const lines = new Map();
      const line = (tag) => lines.get(tag) || lines.set(tag, { reported: 0, fails: 0, alone: 0 }).get(tag);
      for (const { value, n } of reported) line(value).reported += n;
      for (const { value, n } of alone) line(value).alone += n;
      for (const { value, n } of failing) for (const tag of value.split(" ")) line(tag).fails += n;
      const sorted = [...lines].sort(([, a], [, b]) => b.alone - a.alone || b.fails - a.fails);
      const most = Math.max(1, ...sorted.map(([, each]) => each.fails));
      const linked = (label, n, query) => h("td", { class: "num", "data-label": label }, n ? h("a", { href: address(`/${policy}/pairs`, { ...fixed, ...query }) }, count(n)) : h("span", { class: "dim" }, "0"));
      const table = h(
        "table",
        { class: "bars" },
        h("thead", null, h("tr", null, headed("criterion", "criterion", "criterion as the broker's log spells it", null), h("th", { scope: "col", class: "wide" }), headed("alone, tasks", "only_blocker", "tasks that nothing else keeps away"), headed("reported, tasks", "criterion", "tasks for which it is the reported one"), headed("fails, tasks", "failing", "tasks for which it fails, reported or not"))),
        h(
          "tbody",
          null,
          sorted.map(([tag, each]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row", "data-label": "criterion" }, h("a", { href: address([policy, "criterion", tag]) }, code(tag))),
              h("td", { class: "wide" }, part("alone", each.alone, most), part("rest", each.fails - each.alone, most)),
              linked("alone, tasks", each.alone, { only_blocker: literal(tag) }),
              linked("reported, tasks", each.reported, { outcome: "rejected", criterion: literal(tag) }),
              linked("fails, tasks", each.fails, { failing: `~${tag}` }),
            ),
          ),
        ),
      );
      return [
        ...heading(policy, [h("a", { href: address(`/${policy}/queues`) }, "queues")], [shown(name)], { status: rows.rows[0].status, reason: rows.texts?.[0] }, inFile ? await queueHelps(policy, name, fixed) : null),
        facts(rows.rows[0], rows.columns.filter((each) => each.name !== "unified_name"), policy),
        terminal(policy, ...(policies.get(policy).noun === "queue" ? ["--queue", name] : ["--nucleus", name])),
        sorted.length ? section("Why tasks are rejected", h("p", { class: "lede" }, "A task may fail several criteria; alone counts those that nothing else keeps away."), h("div", { class: "scroll" }, table)) : null,
        section("Tasks", await list(policy, "pairs", fixed, {}, ignore)),
      ];
    },

    async criterion(policy, _, { name }) {
      const wanted = literal(name);
      const rows = await source.rows(policy, "rules", { criterion: wanted }, STEP);
      const texts = (row) => (inFile ? rows.texts[rows.rows.indexOf(row)] : row.text);
      const head = rows && rows.rows[0];
      const [over, by] = has(policy, "pairs") ? ["pairs", "unified_name"] : ["matches", "tq_id"];
      const grouped = (query) => (has(policy, over) ? source.groups(policy, over, query, by) : []);
      const alone = await grouped({ only_blocker: wanted });
      const reported = await grouped({ criterion: wanted, outcome: "!chosen" });
      const bars = (groups, query) => {
        const most = Math.max(1, ...groups.map(({ n }) => n));
        return h(
          "table",
          { class: "bars" },
          h("tbody", null, groups.slice(0, 15).map(({ value, n }) => h("tr", null, h("th", { scope: "row" }, over === "pairs" ? h("a", { href: address([policy, "queue", value]) }, shown(value)) : `task queue ${shown(value)}`), h("td", { class: "wide" }, part(`c-${head ? head.class : ""}`, n, most)), h("td", { class: "num" }, h("a", { href: address(`/${policy}/${over}`, { ...query, [by]: literal(value) }) }, count(n)))))),
        );
      };
      return [
        ...heading(policy, [h("a", { href: address(`/${policy}/rules`) }, "rules")], [code(name), " ", h("small", null, "criterion")], { reason: head ? head.title : "not a rule of its own: what the weights say" }),
        head ? facts(head, rows.columns.filter((each) => !["criterion", "title"].includes(each.name)), policy) : null,
        h("div", { class: "columns" },
          alone.length ? section(over === "pairs" ? "Where it alone keeps tasks away" : "Where it alone keeps pilots away", bars(alone, { only_blocker: wanted })) : null,
          reported.length ? section("Where it is reported", bars(reported, { criterion: wanted, outcome: "!chosen" })) : null),
        has(policy, "tasks") ? section("Tasks that wait by it", await list(policy, "tasks", { waits_by: wanted }, {}, ignore, "No task waits by it.")) : null,
        ...(rows ? rows.rows : []).map((row) => (texts(row) ? section(fileOf(policy, row.file), h("pre", { class: "sql" }, texts(row))) : null)),
        head ? terminal(policy, `--criterion=${name}`) : null,
      ];
    },

    async user(policy, _, { name }) {
      const wanted = literal(name);
      const own = await source.rows(policy, "tasks", { user_name: wanted }, 1);
      const fixed = own && own.n_rows ? { user_name: wanted } : { working_group: wanted };
      return [
        ...heading(policy, [h("a", { href: address(`/${policy}/users`) }, "users")], [shown(name), " ", h("small", null, own && own.n_rows ? "user" : "working group")]),
        terminal(policy, "--user", name),
        section("Tasks", await list(policy, "tasks", fixed, {}, ignore)),
      ];
    },

    async pilot(policy, _, { id }) {
      let rows = await source.rows(policy, "pilots", { seq: literal(id) }, 1);
      if (rows && !rows.n_rows && rows.columns.some((each) => each.name === "pilot_id")) rows = await source.rows(policy, "pilots", { pilot_id: literal(id) }, 1);
      if (!rows || !rows.n_rows) return none("pilot", id);
      const row = rows.rows[0];
      const at = h("a", { href: address(`/${policy}/pilots`) }, "pilots");
      const queues = await list(policy, "matches", { seq: String(row.seq) }, {}, ignore);
      return [
        ...heading(policy, [at], [`Pilot ${shown(row.pilot_id ?? row.seq)}`], row, inFile && row.status !== "assigned" ? await pilotHelps(policy, row) : null),
        facts(row, rows.columns.filter((each) => !["pilot_id", "status", "reason"].includes(each.name)), policy),
        terminal(policy, "--pilot", String(row.seq)),
        section("At every task queue", queues),
      ];
    },

    async job(policy, _, { id }) {
      const found = has(policy, "jobs") ? await source.rows(policy, "jobs", { job_id: literal(id) }, 1) : null;
      const row = found?.rows[0];
      if (!row) return isAnswered ? [] : none("job", id);
      const to = row.seq === null || row.seq === undefined ? null : h("a", { href: address([policy, "pilot", row.seq]) }, `pilot ${shown(row.pilot_id ?? row.seq)}`);
      const queue = row.tq_id === null || row.tq_id === undefined ? null : h("a", { href: address(`/${policy}/task_queues`, { tq_id: row.tq_id }) }, `task queue ${row.tq_id}`);
      const fate = to ? ["It was given to ", to, "."] : queue ? ["It waits in ", queue, "."] : null;
      return [
        ...heading(policy, [h("a", { href: address(`/${policy}/jobs`) }, "jobs")], [`Job ${shown(id)}`], row, fate && h("p", null, ...fate)),
        facts(row, found.columns.filter((each) => !["job_id", "status", "reason"].includes(each.name)), policy),
        terminal(policy, "--job", id),
        queue ? section("Pilots at its task queue", await list(policy, "matches", { tq_id: String(row.tq_id) }, {}, ignore)) : null,
      ];
    },

    async heat(policy, _, { name: cloud }) {
      const fixed = { outcome: "rejected", cloud: literal(cloud) };
      const [queues, criteria] = await Promise.all([source.groups(policy, "pairs", fixed, "unified_name"), source.groups(policy, "pairs", fixed, "criterion")]);
      const cells = await Promise.all(criteria.map(({ value }) => source.groups(policy, "pairs", { ...fixed, criterion: literal(value) }, "unified_name")));
      const most = Math.max(1, ...cells.flat().map(({ n }) => n));
      const shade = (n) => (most <= 1 ? 9 : Math.min(9, Math.floor((9 * Math.log(n)) / Math.log(most) + 1e-9)));
      const names = queues.map(({ value }) => value).sort();
      const rows = criteria.map(({ value, n }, at) => {
        const counts = new Map(cells[at].map((each) => [each.value, each.n]));
        return h(
          "tr",
          null,
          h("th", { scope: "row" }, h("a", { href: address([policy, "criterion", value]) }, code(value))),
          names.map((queue) => {
            const found = counts.get(queue);
            const query = { outcome: "rejected", criterion: literal(value), unified_name: literal(queue) };
            return found ? h("td", { class: `h${shade(found)}` }, h("a", { href: address(`/${policy}/pairs`, query) }, count(found))) : h("td");
          }),
          h("td", { class: "num" }, h("a", { href: address(`/${policy}/pairs`, { ...fixed, criterion: literal(value) }) }, count(n))),
        );
      });
      return [
        trail(policy, h("a", { href: address(`/${policy}`) }, "who rejects what")),
        h("h1", null, `Who rejects what in ${shown(cloud)}`),
        h("div", { class: "scroll" }, h("table", { class: "heat slanted" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "criterion"), names.map((each) => h("th", { scope: "col" }, h("a", { href: address([policy, "queue", each]) }, h("span", null, shown(each))))), h("th", { scope: "col", class: "num" }, "all"))), h("tbody", null, rows))),
      ];
    },

    async search(_, __, { q = "" }) {
      const found = [];
      if (!q.trim()) return found;
      for (const [policy, { lists }] of policies)
        for (const name of ["tasks", "queues", "users", "pilots", "jobs", "task_queues", "rules", "actions"].filter((each) => lists.includes(each))) {
          const rows = await source.rows(policy, name, { q }, 1);
          if (rows && rows.n_rows) found.push(section(`${rows.title} of ${policy}`, await list(policy, name, {}, { q }, ignore)));
        }
      return isAnswered ? found : [h("h1", null, "Search ", h("small", null, shown(q))), ...(found.length ? found : [h("p", { class: "empty" }, "Nothing has this text.")])];
    },
  };

  views.nucleus = views.queue;

  // Rows that are neither filtered nor sorted here.
  const plain = (columns, rows, policy = () => "") => {
    const head = columns.map(({ name, kind, label, hover }) => h("th", { scope: "col", class: kind === "text" ? null : "num", title: hover }, shown(label ?? name)));
    const body = rows.map((row) => h("tr", null, columns.map((each) => cell(policy(row), each, row))));
    return h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", null, h("tr", null, head)), h("tbody", null, body)));
  };
  const files = (path, query, n, n_shown) =>
    h(
      "div",
      { class: "bar-of-list" },
      h("p", { class: "count" }, plural(n, "row"), n > n_shown ? `, ${count(n_shown)} shown` : ""),
      ["csv", "parquet", "json"].map((suffix) => h("a", { href: address(`${path}.${suffix}`, query) }, suffix)),
    );

  // A rule as its file says it, with the parameters in force and what it touched.
  const ruleView = async (policy, name) => {
    const rule = await ask(`/policy/${policy}/${name}.json`, {});
    const header = {};
    for (const { key, value } of rule.header) header[key] = key in header ? `${header[key]} ${value}` : value;
    const [counts] = rule.counts;
    const columns = ["parameter", "key", "value", "unit", "origin", "meaning"].map((each) => ({ name: each, kind: "text" }));
    return [
      trail(policy, h("a", { href: address(`/${policy}/rules`) }, "rules")),
      h("h1", null, shown(name), " ", h("small", null, header.criterion ? code(header.criterion) : shown(rule.stage))),
      header.title ? h("p", { class: "answer" }, shown(header.title)) : null,
      rule.remark ? h("p", { class: "note" }, rule.remark) : null,
      facts({ ...header, ...counts }, ["effect", "class", "label", "source", "n_waiting", "n_reported", "n_fails", "n_alone"].map((each) => ({ name: each, kind: each.startsWith("n_") ? "int" : "text" })), policy),
      counts ? h("p", null, h("a", { href: address([policy, "criterion", counts.criterion]) }, "Where it bites")) : null,
      rule.parameters.length ? section("Parameters it reads", plain(columns, rule.parameters)) : null,
      section(shown(rule.file), h("pre", { class: "sql" }, shownLines(rule.sql))),
    ];
  };

  // What changed from this run to another one; without a name, the runs to choose from.
  const FIRST = ["jedi_task_id", "chunk_no", "panda_id", "seq", "change", "first_cause", "cause_kind", "cause_queue"];
  const HEADS = { jedi_task_id: "task", chunk_no: "chunk", panda_id: "job", seq: "request", cause_kind: "kind of cause", cause_queue: "at queue" };
  const TARGETS = { jedi_task_id: "task", best_a: "queue", best_b: "queue", seq: "pilot" };
  const diffView = async ({ b }) => {
    const found = await ask("/diff.json", b ? { b } : {});
    const title = h("h1", null, "What changed ", b ? h("small", null, `from this run to ${shown(b)}`) : "");
    if (!b) {
      const runs = found.runs.map((each) => h("li", null, h("a", { href: address("/diff", { b: each.b }) }, h("b", null, shown(each.b))), h("p", null, shown(each.folder))));
      const empty = "No other run is in this folder, and none was named: brokersql serve RUN --beside RUN_B.";
      return [title, runs.length ? h("p", { class: "lede" }, "Runs that this one can be compared with.") : h("p", { class: "empty" }, empty), h("ul", { class: "lists" }, runs)];
    }
    return [
      title,
      h("p", { class: "answer" }, found.changed ? `${count(found.changed)} of ${plural(found.decisions, "decision")} changed (${percentOf(found.changed, found.decisions)}).` : `None of ${plural(found.decisions, "decision")} changed.`),
      section("What is compared", comparedView(found)),
      ...(found.changed ? changedView(found, b) : []),
      found.score.length ? section("Figures", scoreView(found.score)) : null,
      h("details", null, h("summary", null, "as the terminal prints it"), h("pre", { class: "story" }, linesOf(found.text))),
    ];
  };
  const percentOf = (n, all) => {
    const share = (100 * n) / all;
    return share < 0.1 ? "<0.1 %" : share > 99.9 && n < all ? ">99.9 %" : `${share.toFixed(1)} %`;
  };
  const textOf = (value) => (value === null ? "–" : shown(typeof value === "string" ? value : JSON.stringify(value)));
  const tableOf = (heads, rows, given) => h("div", { class: "scroll" }, h("table", given || null, h("thead", null, h("tr", null, heads.map(([name, kind]) => h("th", { scope: "col", class: kind }, name)))), h("tbody", null, rows)));
  // Snapshot, seed, policies and parameters of both runs, those that differ marked.
  const comparedView = ({ sides: [a, b], policies: compared, files: changedFiles, parameters }) => {
    const line = (what, one, other, isSame = one === other) =>
      h("tr", { class: isSame ? "same" : "differs" }, h("th", { scope: "row" }, what), h("td", { "data-label": `this run, ${shown(a.run)}` }, one), h("td", { "data-label": shown(b.run) }, isSame ? h("span", { class: "dim" }, "the same") : other));
    const rowsOf = (side) => [side.snapshot_id === null ? "" : `${shown(side.snapshot_id)} of ${side.snapshot_time.slice(0, 16).replace("T", " ")}Z, `, code(side.inputs.slice(0, 12)), side.updates.length ? ` with ${side.updates.map(shown).join(", ")}` : ""];
    const policyOf = (side, name) => {
      const own = side.policies.find((each) => each.policy === name);
      return [shown(name), ` (${shown(own.profile)}) `, code(own.content_hash.slice(0, 12))];
    };
    const isSamePolicy = (names) => names.a === names.b && !changedFiles.some((each) => each.policy === names.a);
    return tableOf(
      [["", null], [`this run, ${shown(a.run)}`, null], [shown(b.run), null]],
      [
        line("snapshot", rowsOf(a), rowsOf(b), a.inputs === b.inputs),
        line("seed", textOf(a.seed), textOf(b.seed)),
        ...compared.map((names) => line("policy", policyOf(a, names.a), policyOf(b, names.b), isSamePolicy(names))),
        parameters.length ? parameters.map((each) => line(["parameter ", code(each.name)], textOf(each.a), textOf(each.b), false)) : line("parameters", "", ""),
      ].flat(),
      { class: "compared" },
    );
  };
  // Counts of changes and causes; a click on one keeps its decisions.
  const changedView = (found, b) => {
    const kept = {};
    const rows = h("div");
    const causeOf = (row) => (row.cause_kind === row.first_cause ? row.first_cause : `${row.first_cause} (${row.cause_kind})`);
    const readers = { change: (row) => row.change, cause: causeOf };
    const names = Object.keys(found.changes[0]).filter((name) => !/^queues_|^snapshot_id$/.test(name) && found.changes.some((row) => row[name] !== null));
    const isUseful = (name) => !(name === "policy" && found.policies.length === 1) && !(name === "chunk_no" && found.changes.every((row) => !row.chunk_no));
    const ordered = [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name))].filter(isUseful);
    const columns = ordered.map((name) => ({ name, label: HEADS[name] ?? name.replaceAll("_", " "), hover: name, kind: /(_id|_no|seq)$/.test(name) ? "id" : "text", target: TARGETS[name] }));
    const buttons = [];
    const draw = () => {
      const passed = found.changes.filter((row) => Object.entries(kept).every(([key, value]) => readers[key](row) === value));
      const isPart = passed.length < found.changed;
      rows.replaceChildren(files("/diff", { b }, found.changed, Math.min(passed.length, 1000)), isPart ? h("p", { class: "count" }, `${count(passed.length)} of ${plural(found.changed, "row")} by ${Object.values(kept).map(shown).join(", ")}`) : "", plain(columns, passed.slice(0, 1000), (row) => row.policy));
      for (const [key, value, button] of buttons) button.setAttribute("aria-pressed", String(kept[key] === value));
    };
    const counted = (key, head) => {
      const counts = new Map();
      for (const row of found.changes) counts.set(readers[key](row), (counts.get(readers[key](row)) || 0) + 1);
      const sorted = [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
      const body = sorted.map(([value, n]) => {
        const keep = () => {
          if (kept[key] === value) delete kept[key];
          else kept[key] = value;
          draw();
        };
        const button = h("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: keep }, shown(value));
        buttons.push([key, value, button]);
        return h("tr", null, h("th", { scope: "row" }, button), h("td", { class: "num" }, count(n)));
      });
      return section(head, tableOf([["", null], ["decisions", "num"]], body));
    };
    const groups = h("div", { class: "columns" }, counted("change", "What changed"), counted("cause", "First cause"));
    draw();
    return [groups, section("Changed decisions", rows)];
  };
  const FIGURES = { assigned_percent: "chunks assigned, %", best_weight_median: "best weight, median", candidates_mean: "candidates of a chunk, mean" };
  const scoreView = (score) =>
    tableOf(
      [["figure", null], ["policy", null], ["this run", "num"], ["other run", "num"], ["change", "num"]],
      score.map((row) => {
        const by = row.value_a === null || row.value_b === null ? null : row.value_b - row.value_a;
        return h("tr", null, h("th", { scope: "row" }, FIGURES[row.figure]), h("td", null, shown(row.policy)), ...[row.value_a, row.value_b].map((each) => h("td", { class: "num" }, figure(each))), h("td", { class: "num" }, by === null ? "–" : `${by > 0 ? "+" : by < 0 ? "−" : ""}${figure(Math.abs(by))}`));
      }),
    );

  // Keywords, texts, numbers and comments of a query, each in its colour.
  const TOKENS = /(--[^\n]*)|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|\b(\d+(?:\.\d+)?)\b|([A-Za-z_]\w*)|[^]/g;
  const KEYWORDS = new Set("all and any as asc between by case cast desc distinct else end exists except filter from full group having in inner is join lateral left like limit not null nulls offset on or order outer over partition qualify recursive right select then true false union unpivot pivot using values when where window with".split(" "));
  const coloured = (text) => {
    const parts = [];
    for (const [token, comment, string, name, number, word] of text.matchAll(TOKENS)) {
      const kind = comment ? "comment" : string ? "string" : number ? "number" : word && KEYWORDS.has(word.toLowerCase()) ? "keyword" : null;
      if (kind) parts.push(h("i", { class: kind }, token));
      else if (typeof parts.at(-1) === "string") parts[parts.length - 1] += token;
      else parts.push(token);
    }
    return parts;
  };

  // A query by hand, over the result tables, the snapshot and the facts. Tables and
  // examples are those of the page without scripts.
  const sqlView = async ({ q = "" }) => {
    const text = h("textarea", { rows: 6, spellcheck: "false", autocapitalize: "off", "aria-label": "query" }, q);
    const ink = h("pre", { "aria-hidden": "true" });
    const paint = () => {
      text.rows = Math.min(24, Math.max(6, text.value.split("\n").length + 1));
      ink.replaceChildren(...coloured(text.value), "\n");
    };
    const rows = h("div", { "aria-live": "polite" });
    const run = async () => {
      const query = text.value.trim();
      history.replaceState(null, "", address("/sql", query ? { q: query } : {}));
      if (!query) return;
      rows.replaceChildren(h("p", { class: "dim" }, "…"));
      try {
        const found = await ask("/sql.json", { q: query });
        const kinds = found.columns.map(({ name, type }) => ({ name, kind: /^(double|float|decimal)/.test(type) ? "num" : /^u?int/.test(type) ? "id" : "text" }));
        rows.replaceChildren(files("/sql", { q: query }, found.n_rows, found.rows.length), plain(kinds, found.rows));
      } catch (fault) {
        rows.replaceChildren(h("pre", null, shownLines(fault.message)));
      }
    };
    text.addEventListener("input", paint);
    text.addEventListener("scroll", () => (ink.scrollTop = text.scrollTop));
    text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
    });
    const insert = (name) => {
      const before = text.value.slice(0, text.selectionStart);
      text.setRangeText((before && !/[\s(.,]$/.test(before) ? " " : "") + name, text.selectionStart, text.selectionEnd, "end");
      paint();
      text.focus();
    };
    const offered = document.getElementById("overview-sql");
    const [examples, schema] = [".examples", ".schema"].map((each) => offered.querySelector(each));
    for (const name of schema.querySelectorAll("[data-insert]")) {
      const button = h("button", { type: "button", class: "name", title: "insert into the query", onclick: (event) => { event.preventDefault(); insert(name.dataset.insert); } });
      name.replaceWith(button);
      button.append(name);
    }
    const narrow = h("input", { type: "search", "aria-label": "find a table or column", placeholder: "find a table or column" });
    narrow.addEventListener("input", () => {
      const wanted = narrow.value.trim().toLowerCase();
      for (const table of schema.querySelectorAll("details")) {
        table.hidden = Boolean(wanted) && !table.textContent.toLowerCase().includes(wanted);
        const names = [...table.querySelectorAll("tbody button")].map((each) => each.textContent.toLowerCase());
        table.open = wanted.length > 1 && names.some((each) => each.includes(wanted));
      }
    });
    schema.querySelector("h2").after(narrow);
    paint();
    if (q) run();
    return [h("h1", null, "SQL"), offered.querySelector(".lede"), h("div", { class: "editor" }, ink, text), h("p", null, h("button", { type: "button", onclick: run }, "run"), " ", h("span", { class: "dim" }, "or Ctrl-Enter")), rows, examples, schema];
  };

  const listView = async (policy, name, query) => {
    const first = await source.rows(policy, name, {}, 1);
    if (!first) return none("list", name);
    const onChange = (changed) => history.replaceState(null, "", address(`/${policy}/${name}`, changed));
    return [trail(policy), h("h1", null, first.title), h("p", { class: "lede" }, first.about), await list(policy, name, {}, query, onChange)];
  };

  // ---- what is shown -----------------------------------------------------------------

  const overviews = [...document.querySelectorAll(".overview")];
  // Pages of the run as a whole.
  const wholes = {
    search: (query) => views.search("search", "", query),
    ...(page.asks && { sql: sqlView }),
    ...(!inFile && { diff: diffView, policy: (_, policy, rule) => ruleView(policy, rule) }),
  };
  let latest = 0;
  const show = async () => {
    if (document.querySelector(".fault")) return;
    const mine = ++latest;
    const { policy, kind, id, query } = here();
    const name = policy || (policies.size ? [...policies.keys()][0] : "run");
    for (const tab of document.querySelectorAll(".tab")) {
      if (tab.dataset.policy === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    const isOverview = !kind && !Object.hasOwn(wholes, name);
    for (const each of overviews) each.hidden = !(isOverview && each.dataset.policy === name);
    view.hidden = isOverview;
    if (isOverview) view.replaceChildren();
    else {
      root.setAttribute("aria-busy", "true");
      try {
        const drawn = Object.hasOwn(wholes, name) ? await wholes[name](query, kind, id) : Object.hasOwn(views, kind) ? await views[kind](name, id, query) : await listView(name, kind, query);
        if (mine !== latest) return;
        view.replaceChildren(...drawn.filter(Boolean));
      } catch (fault) {
        view.replaceChildren(h("h1", null, "This cannot be shown"), h("p", { class: "empty" }, shownLines(fault.message)));
      }
      root.removeAttribute("aria-busy");
    }
    const title = document.querySelector(".subject h1") ?? view.querySelector("h1");
    document.title = `${(view.hidden ? name : title.textContent).trim()} – ${page.title}`;
    scrollTo(0, 0);
  };
  // A new view is where a reader without a mouse, or without a screen, goes on.
  const content = document.getElementById("content");
  const enter = () => content.focus({ preventScroll: true });
  if (inFile) addEventListener("hashchange", () => show().then(enter));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    content.focus();
  });

  // What would help is looked for when a reader of what waits stays: it takes a while.
  const seek = document.querySelector(".seek");
  const DWELL_MS = 1500;
  const look = async () => {
    const helps = document.querySelector(".helps");
    const { policy, kind, id, query } = page.place;
    const { name: _, id: __, ...rest } = query;
    helps.replaceChildren(h("p", { class: "dim" }, "What would help? Changes are looked for, and each is decided again …"));
    try {
      const path = address([policy, kind, id], { ...rest, fix: 1 }).replace("?", ".json?");
      const answer = await (await fetch(path)).json();
      if (answer.error) throw new Error(answer.message);
      document.querySelector(".story").replaceChildren(...linesOf(answer.text));
      const found = answer.answer.helps.map((text) => h("li", null, shown(text)));
      const empty = h("p", { class: "empty" }, "No change of one value per criterion is known to help.");
      helps.replaceChildren(h("h2", null, "What would help"), found.length ? h("ul", null, found) : empty, found.length && answer.command ? h("p", null, commandCode(answer.command)) : "");
    } catch (fault) {
      helps.replaceChildren(h("p", { class: "empty" }, shownLines(fault.message)));
    }
  };
  if (seek) {
    const waiting = "soon" in seek.dataset ? setTimeout(look, DWELL_MS) : 0;
    addEventListener("beforeunload", () => clearTimeout(waiting));
    seek.addEventListener("click", (event) => {
      event.preventDefault();
      clearTimeout(waiting);
      look();
    });
  }

  // ---- theme, search, keys -------------------------------------------------------------

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const switchTheme = () => {
    const now = root.dataset.theme || (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  };
  document.querySelector(".theme").addEventListener("click", switchTheme);
  const keys = document.querySelector(".keys");
  document.querySelector(".help").addEventListener("click", () => keys.showModal());

  const search = document.querySelector(".search");
  search.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = search.q.value.trim();
    if (!words) return;
    location.assign(await bestPlace(words));
    search.q.blur();
  });
  // A whole name leads to its page, anything else to all that has it.
  const bestPlace = async (words) => {
    if (!inFile) {
      const { found } = await ask("/search.json", { q: words });
      return found ? address([found.policy, found.kind, found.name]) : address("/search", { q: words });
    }
    const current = here().policy;
    const names = [...policies.keys()].sort((a, b) => (b === current) - (a === current));
    for (const policy of names) {
      const tries = [
        ["tasks", "jedi_task_id", () => address(`/${policy}/task/${words}`)],
        ["queues", "unified_name", () => address([policy, "queue", words])],
        ["rules", "criterion", () => address([policy, "criterion", words])],
        ["pilots", "pilot_id", () => address([policy, "pilot", words])],
        ["jobs", "job_id", () => address([policy, "job", words])],
        ...(knows(policy, "user") ? [["tasks", "user_name", () => address([policy, "user", words])]] : []),
      ];
      for (const [name, column, place] of tries) {
        if (!has(policy, name)) continue;
        const first = await source.rows(policy, name, {}, 1);
        if (!first || !first.columns.some((each) => each.name === column)) continue;
        const rows = await source.rows(policy, name, { [column]: literal(words) }, 1);
        if (rows && rows.n_rows) return place();
      }
    }
    return address("/search", { q: words });
  };

  // Names that have what is typed, as it is typed.
  const names = document.getElementById("names");
  const TYPING_MS = 200;
  const offered = async (words) => {
    if (!inFile) {
      const { like, near } = await ask("/search.json", { q: words });
      return [...like, ...near];
    }
    const found = new Map();
    for (const [policy, { lists }] of policies)
      for (const [name, column, kind] of [["queues", "unified_name", "queue"], ["rules", "criterion", "criterion"], ["tasks", "jedi_task_id", "task"]].filter(([each]) => lists.includes(each)))
        for (const { value } of await source.groups(policy, name, { [column]: `*${words}*` }, column)) found.set(value, { name: value, kind });
    return [...found.values()].slice(0, 12);
  };
  let typed;
  search.q.addEventListener("input", () => {
    clearTimeout(typed);
    const words = search.q.value.trim();
    if (words.length > 1) typed = setTimeout(async () => names.replaceChildren(...(await offered(words)).map(({ name, kind }) => h("option", { value: name }, kind))), TYPING_MS);
  });

  const step = (by) => {
    const rows = [...document.querySelectorAll("main tbody tr")].filter((row) => row.offsetParent);
    const at = rows.indexOf(document.activeElement.closest("tr"));
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    const typing = event.target.matches("input, textarea");
    if (event.key === "Escape") {
      if (typing) event.target.blur();
      else if (!view.hidden) history.back();
    } else if (typing) return;
    else if (event.key === "/") search.q.focus();
    else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "t") switchTheme();
    else if (event.key === "?") keys.showModal();
    else if (event.key === "Enter" && event.target.matches("tr")) event.target.querySelector("a")?.click();
    else return;
    event.preventDefault();
  });

  // On paper a link has a number, and its address stands at the end. Numbers that lead to
  // their rows have none, nor what is not printed.
  const UNNUMBERED = "svg a, td.num a, .heat td a, .tags a, .legend a, .lists a, .rows tbody tr:nth-child(n+51) a, .bar-of-list a";
  const unnumber = () => document.querySelectorAll("sup.foot, .feet").forEach((each) => each.remove());
  const number = () => {
    unnumber();
    const numbers = new Map();
    for (const link of document.querySelectorAll("main a[href]")) {
      if (link.matches(UNNUMBERED) || !link.offsetParent || unprinted(link)) continue;
      const place = new URL(link.href);
      place.searchParams.delete("key");
      const target = decodeURI(inFile ? link.hash : place.pathname + place.search);
      if (!numbers.has(target)) numbers.set(target, numbers.size + 1);
      link.append(h("sup", { class: "foot" }, numbers.get(target)));
    }
    if (!numbers.size) return;
    const where = inFile ? "behind the name of this file" : "on the server of this page";
    document.querySelector("main").append(h("section", { class: "feet" }, h("h2", null, "Links ", h("small", null, where)), h("ol", null, [...numbers.keys()].map((each) => h("li", null, shown(each))))));
  };
  const unprinted = (link) => /^(weights|load|network|lists)-/.test(link.closest("section")?.getAttribute("aria-labelledby") ?? "");
  addEventListener("beforeprint", number);
  addEventListener("afterprint", unnumber);

  root.classList.add("live");
  show();
})();
