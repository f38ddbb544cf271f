/**
 * A custom step: the right-branching transformation and its inverse as the right-branching paper prints them (Figures 2 and 3), with
 * marks as a part of labels. The inverse is wrong: a reversed arc takes all relocated siblings along, in place of those after the
 * previous reversed one. It fails on 1, 12 and 104 of the projective trees of 4, 5 and 6 words. Both take quadratic time.
 */

const SIGNS = ['', '@relocated', '@reversed']
const [PLAIN, RELOCATED, REVERSED] = [0, 1, 2]

export const steps = [
  {
    name: 'reverse-as-printed',
    parts: [],
    labels: SIGNS.slice(1)
      .map((sign) => `d${sign}`)
      .join(', '),
    guarantees: 'every head is before its dependents; many projective trees come back',
    make: (_, labels) => ({
      encode(tree) {
        transformAsPrinted(tree)
        for (let word = 1; word <= tree.size; word++)
          tree.label[word] = labels.add(labels.text(tree.label[word]) + SIGNS[tree.mark[word]])
        tree.mark.fill(PLAIN)
        return 0
      },
      decode(tree) {
        for (let word = 1; word <= tree.size; word++) {
          const text = labels.text(tree.label[word])
          // An arc to an earlier word cannot be undone: its sign is dropped.
          const mark = Math.max(
            0,
            SIGNS.findLastIndex((sign) => text.endsWith(sign)),
          )
          tree.label[word] = labels.add(text.slice(0, text.length - SIGNS[mark].length))
          tree.mark[word] = tree.head[word] < word ? mark : PLAIN
        }
        return reverseAsPrinted(tree)
      },
    }),
  },
]

/** Figure 2: every head comes before its dependents, and `mark` says which arcs were reversed and relocated. */
export function transformAsPrinted(tree) {
  const { size, head, mark } = tree
  for (let t = 1; t <= size; t++) {
    while (head[t] > t) {
      const h = head[t]
      for (let c = t + 1; c < h; c++) {
        if (head[c] !== h) continue
        mark[c] = RELOCATED
        head[c] = t
      }
      exchangeLabels(tree, t, h)
      mark[h] = REVERSED
      head[t] = head[h]
      head[h] = t
    }
  }
}

/** Figure 3. Returns the number of marks that are left and dropped. A reversed arc from the artificial root, which it would never end on, is one. */
export function reverseAsPrinted(tree) {
  const { size, head, mark } = tree
  let vestigial = 0
  for (let t = size; t >= 1; t--) {
    while (mark[t] === REVERSED && head[t] > 0) {
      const h = head[t]
      for (let c = h + 1; c < t; c++) {
        if (head[c] !== h || mark[c] !== RELOCATED) continue
        mark[c] = PLAIN
        head[c] = t
      }
      exchangeLabels(tree, t, h)
      mark[h] = PLAIN
      head[t] = head[h]
      head[h] = t
    }
  }
  for (let word = 1; word <= size; word++) if (mark[word] !== PLAIN) vestigial++
  mark.fill(PLAIN)
  return vestigial
}

function exchangeLabels({ label, mark }, one, other) {
  ;[label[one], label[other]] = [label[other], label[one]]
  ;[mark[one], mark[other]] = [mark[other], mark[one]]
}
