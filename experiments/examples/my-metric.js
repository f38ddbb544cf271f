/** A custom metric: the share of core arguments that have the right head and label, in percent. */

const CORE = new Set(['nsubj', 'obj', 'iobj', 'csubj', 'ccomp', 'xcomp'])

export const metrics = [
  {
    name: 'core arguments',
    count(gold, tree, labels) {
      const counts = { right: 0, all: 0 }
      for (let word = 1; word <= gold.size; word++) {
        if (!CORE.has(labels.text(gold.label[word]))) continue
        counts.all++
        if (tree.head[word] === gold.head[word] && tree.label[word] === gold.label[word]) counts.right++
      }
      return counts
    },
  },
]
