/** A custom step: labels say on which side of its head a word is, so that a parser cannot mix them up. */

const SIGN = '@after'

export const steps = [
  {
    name: 'my-step',
    parts: [],
    labels: `d${SIGN}: the word is after its head`,
    guarantees: 'every tree comes back',
    make: (_, labels) => ({
      encode(tree) {
        for (let word = 1; word <= tree.size; word++)
          if (word > tree.head[word]) tree.label[word] = labels.add(labels.text(tree.label[word]) + SIGN)
        return 0
      },
      decode(tree) {
        for (let word = 1; word <= tree.size; word++) {
          const text = labels.text(tree.label[word])
          if (text.endsWith(SIGN)) tree.label[word] = labels.add(text.slice(0, -SIGN.length))
        }
        return 0
      },
    }),
  },
]
