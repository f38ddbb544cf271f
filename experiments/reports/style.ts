/** The style sheet of a report: one column on small screens, plots side by side on wide screens, dark on request. */
export const STYLE = `
:root {
  --ground: #ffffff; --text: #1c2024; --soft: #5b6470; --line: #d9dde3; --shade: #f4f6f8; --edge: #00000038; --link: #1d5fb8;
  --held: #1d7a4f; --partly: #9a6200; --not: #b3373a;
  --series-1: #2f6fd0; --series-2: #c0660f; --series-3: #23845d; --series-4: #bb3f3b; --series-5: #7a52c0; --series-6: #69727d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --text: #e6e9ec; --soft: #9aa4b0; --line: #333a43; --shade: #1d2127; --edge: #ffffff40; --link: #7fb2ff;
    --held: #57c794; --partly: #e0ab52; --not: #ef8583;
    --series-1: #6ba3ff; --series-2: #f0a04b; --series-3: #55c397; --series-4: #f0807c; --series-5: #b294f2; --series-6: #a2abb6;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 1180px; padding: 0 20px 48px; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 32px 0 12px }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 48px 0 12px; padding-top: 16px; border-top: 1px solid var(--line) }
p { max-width: 46em; margin: 8px 0 }
a { color: var(--link) }
.facts { margin: 0; padding-left: 1.2em; color: var(--soft) }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 16px }
figure { margin: 24px 0; min-width: 0 }
figcaption { font-weight: 600; margin-bottom: 8px }
.note { color: var(--soft); font-size: .875rem }
.scroll {
  overflow-x: auto; max-width: 100%;
  /* Shadows where there is more to scroll to: covers that scroll along hide them at either end. */
  background:
    linear-gradient(90deg, var(--ground) 30%, transparent) local left / 40px 100% no-repeat,
    linear-gradient(270deg, var(--ground) 30%, transparent) local right / 40px 100% no-repeat,
    linear-gradient(90deg, var(--edge), transparent) scroll left / 14px calc(100% - 2px) no-repeat,
    linear-gradient(270deg, var(--edge), transparent) scroll right / 14px calc(100% - 2px) no-repeat;
}
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: 5px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
thead th { vertical-align: bottom; white-space: normal; overflow-wrap: normal; font-weight: 600; max-width: 9.5em }
th.names, td.names { text-align: left; font-weight: 400 }
thead th.names { font-weight: 600 }
td.names { white-space: normal; min-width: 5em; max-width: 34em }
thead td { border-bottom: 0 }
th.group { text-align: center; border-bottom-color: transparent; max-width: none; padding-bottom: 0 }
tbody th { font-weight: 400; max-width: 16em; white-space: normal; min-width: 7em; position: sticky; left: 0; background: var(--ground) }
th.paper, td.paper { background: var(--shade); color: var(--soft) }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 350px), 1fr)); gap: 8px 24px; align-items: start }
.plots svg { display: block; max-width: 100%; height: auto }
.trees svg { display: block }
.verdict { display: inline-block; padding: 0 8px; border: 1px solid currentColor; border-radius: 4px; font-size: .8rem; white-space: nowrap }
.verdict.held { color: var(--held) } .verdict.partly { color: var(--partly) }
.verdict.not { color: var(--not) } .verdict.unknown { color: var(--soft) }
@media (max-width: 500px) {
  body { padding: 0 12px 32px; font-size: 15px }
  h1 { font-size: 1.4rem } h2 { font-size: 1.15rem }
  th, td { padding: 4px 7px }
  tbody th { max-width: 7.5em }
}
`
