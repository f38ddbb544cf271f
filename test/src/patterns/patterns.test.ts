/** Patterns over trees: the operators by their definitions, and the examples of the documentation of Semgrex and spaCy. */
import { describe, expect, test } from 'vitest'
import { Document } from '../../../src/document/document.ts'
import type { Word } from '../../../src/document/sentence.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { matcherOf, type SpacyNode } from '../../../src/patterns/index.ts'
import { semgrexRelations, spacyRelations } from '../../../src/patterns/relations.ts'
import { rbparse } from '../commands/rbparse.ts'
import { processorSeconds } from '../../processor-time.ts'
import { allTrees, headsOf } from '../../trees.ts'
import { tinyParser } from '../api/parsers.ts'

/** A document of one sentence: `FORM LEMMA UPOS XPOS FEATS HEAD DEPREL` for each word. */
function documentOf(...lines: string[]): Document {
  const rows = lines.map((line, i) => {
    const [form, lemma, upos, xpos, feats, head, deprel] = line.split(' ')
    return [i + 1, form, lemma, upos, xpos, feats, head, deprel, '_', '_'].join('\t')
  })
  return Document.fromCoNLLU(`${rows.join('\n')}\n\n`)
}

/** The forms of the named words of each match, the first node's word first. */
function found(pattern: string | readonly SpacyNode[], document: Document): string[] {
  return [...matcherOf(pattern).matches(document)].map(({ word, words }) =>
    [word, ...Object.entries(words).map(([name, named]) => `${name}=${named}`)].join(' '),
  )
}

describe('operators', () => {
  const isAbove = (high: Word, low: Word): boolean => {
    for (let { head } = low; head; { head } = head) if (head === high) return true
    return false
  }
  const areSiblings = (a: Word, b: Word): boolean => a !== b && a.head !== undefined && a.head === b.head
  /** What the documentation says of `A operator B`. */
  const definitions: Record<string, (a: Word, b: Word) => boolean> = {
    '<': (a, b) => a.head === b,
    '>': (a, b) => b.head === a,
    '<<': (a, b) => isAbove(b, a),
    '>>': (a, b) => isAbove(a, b),
    '<>': (a, b) => a.head === b || b.head === a,
    '==': (a, b) => a === b,
    '.': (a, b) => a.id === b.id - 1,
    '.*': (a, b) => a.id < b.id,
    '..': (a, b) => a.id < b.id,
    ';': (a, b) => a.id === b.id + 1,
    ';*': (a, b) => a.id > b.id,
    '-': (a, b) => a.id === b.id + 1,
    '--': (a, b) => a.id > b.id,
    '$+': (a, b) => areSiblings(a, b) && a.id === b.id - 1,
    '$-': (a, b) => areSiblings(a, b) && a.id === b.id + 1,
    '$++': (a, b) => areSiblings(a, b) && a.id < b.id,
    '$--': (a, b) => areSiblings(a, b) && a.id > b.id,
    '>+': (a, b) => b.head === a && a.id === b.id - 1,
    '>-': (a, b) => b.head === a && a.id === b.id + 1,
    '>++': (a, b) => b.head === a && a.id < b.id,
    '>--': (a, b) => b.head === a && a.id > b.id,
    '<+': (a, b) => a.head === b && a.id === b.id - 1,
    '<-': (a, b) => a.head === b && a.id === b.id + 1,
    '<++': (a, b) => a.head === b && a.id < b.id,
    '<--': (a, b) => a.head === b && a.id > b.id,
  }
  const trees = [1, 2, 3, 4].flatMap((size) =>
    [...allTrees(size)].map((tree) => documentOf(...headsOf(tree).map((head) => `w _ _ _ _ ${head} dep`))),
  )

  test.each([
    ['Semgrex', semgrexRelations],
    ['spaCy', spacyRelations],
  ])(
    'of %s hold between the words they are defined for, in all trees of up to four words',
    (_, relations) => {
      for (const [operator, relation] of Object.entries(relations))
        for (const document of trees) {
          const [{ words }] = document.sentences
          for (const a of words)
            expect([operator, ...relation(a)].map(String).length).toBe(
              1 + words.filter((b) => definitions[operator](a, b)).length,
            )
          for (const a of words) for (const b of relation(a)) expect(definitions[operator](a, b)).toBe(true)
        }
    },
  )
})

describe('spaCy', () => {
  // The sentence of https://spacy.io/usage/rule-based-matching#dependencymatcher, with its tree.
  const founded = documentOf(
    'Lee Lee PROPN NNP _ 8 nsubj',
    ', , PUNCT , _ 1 punct',
    'an an DET DT _ 5 det',
    'experienced experienced ADJ JJ _ 5 amod',
    'CEO ceo NOUN NN _ 1 appos',
    ', , PUNCT , _ 1 punct',
    'has have AUX VBZ _ 8 aux',
    'founded found VERB VBN Tense=Past|VerbForm=Part 0 root',
    'two two NUM CD _ 11 nummod',
    'AI AI PROPN NNP _ 11 compound',
    'startups startup NOUN NNS Number=Plur 8 dobj',
    '. . PUNCT . _ 8 punct',
  )
  const pattern: SpacyNode[] = [
    { RIGHT_ID: 'anchor_founded', RIGHT_ATTRS: { ORTH: 'founded' } },
    { LEFT_ID: 'anchor_founded', REL_OP: '>', RIGHT_ID: 'founded_subject', RIGHT_ATTRS: { DEP: 'nsubj' } },
    { LEFT_ID: 'anchor_founded', REL_OP: '>', RIGHT_ID: 'founded_object', RIGHT_ATTRS: { DEP: 'dobj' } },
    {
      LEFT_ID: 'founded_object',
      REL_OP: '>',
      RIGHT_ID: 'founded_object_modifier',
      RIGHT_ATTRS: { DEP: { IN: ['amod', 'compound'] } },
    },
  ]

  test('the example of the documentation', () => {
    expect(found(pattern, founded)).toEqual([
      'founded anchor_founded=founded founded_subject=Lee founded_object=startups founded_object_modifier=AI',
    ])
  })

  test('attributes and predicates', () => {
    const only = (attributes: SpacyNode['RIGHT_ATTRS']): string[] =>
      found([{ RIGHT_ID: 'x', RIGHT_ATTRS: attributes }], founded).map((line) => line.split(' ')[0])
    expect(only({ TEXT: { REGEX: '^st' } })).toEqual(['startups'])
    expect(only({ LOWER: 'ceo' })).toEqual(['CEO'])
    expect(only({ LEMMA: 'ceo', POS: 'NOUN', TAG: 'NN' })).toEqual(['CEO'])
    expect(only({ DEP: 'ROOT' })).toEqual(['founded'])
    expect(only({ MORPH: { IS_SUPERSET: ['Tense=Past'] } })).toEqual(['founded'])
    expect(only({ MORPH: 'Tense=Past|VerbForm=Part' })).toEqual(['founded'])
    expect(only({ LENGTH: { '>=': 8 } })).toEqual(['experienced', 'startups'])
    expect(only({ IS_PUNCT: true, IS_SENT_START: false })).toEqual([',', ',', '.'])
    expect(
      only({ POS: { NOT_IN: ['PROPN', 'PUNCT', 'NOUN', 'DET', 'ADJ', 'AUX'] }, LIKE_NUM: false }),
    ).toEqual(['founded'])
  })

  /** What spaCy 3.8 finds: the words of these lists that have the flag. */
  test.each([
    [
      'LIKE_NUM',
      'first 21st 22nd 3rd 4th 1st 2th ten Ten hundred hundredth million 10,000 1/2 3.5 +3 -3 ~3 ±3 third twelfth ,3 1.000.000 zero gajillion Fifth 11st 5 ¹ ٣ thousandth',
      'twenty-one half II 1990s 10k dozen ½ 10/ab a',
    ],
    [
      'IS_TITLE',
      "Mary Jean-Luc O'Neil The A 3D B2 Élan X-Ray ǅabc 'Tis I 1St Ǆ Naïve",
      "McDonald NASA iPhone a 3d New-york ÉLAN Don't USA's x-Ray ß 42 ! Ab-CD",
    ],
  ])('%s as in spaCy', (flag, those, others) => {
    const line = (form: string, i: number): string => `${form} _ _ _ _ ${i} dep`
    const document = documentOf(...[...those.split(' '), ...others.split(' ')].map(line))
    expect(found([{ RIGHT_ID: 'x', RIGHT_ATTRS: { [flag]: true } }], document)).toEqual(
      those.split(' ').map((form) => `${form} x=${form}`),
    )
  })

  /** What spaCy 3.8 finds, except that it finds nothing for features that are not in alphabetical order. */
  test.each<[SpacyNode['RIGHT_ATTRS'], string]>([
    [{ MORPH: 'Gender=Fem|Number=Sing' }, 'casa'],
    [{ MORPH: 'Number=Sing|Gender=Fem' }, 'casa'],
    [{ MORPH: 'Gender=Fem,Masc|Number=Sing' }, 'gran'],
    [{ MORPH: 'Gender=Masc,Fem|Number=Sing' }, 'gran'],
    [{ MORPH: { IS_SUPERSET: ['Gender=Fem'] } }, 'la gran casa'],
    [{ MORPH: { IS_SUPERSET: ['Gender=Masc', 'Number=Sing'] } }, 'gran'],
    [{ MORPH: { IS_SUBSET: ['Gender=Fem', 'Number=Sing'] } }, 'casa X'],
    [{ MORPH: { IS_SUBSET: ['Gender=Fem', 'Number=Sing', 'Gender=Masc'] } }, 'gran casa X'],
    [{ MORPH: { INTERSECTS: ['Gender=Masc'] } }, 'gran'],
    [{ MORPH: { INTERSECTS: ['Gender=Fem,Masc'] } }, ''],
    [{ MORPH: { IN: ['Number=Sing|Gender=Fem'] } }, 'casa'],
    [{ MORPH: { NOT_IN: ['Number=Sing|Gender=Fem'] } }, 'la gran X ve'],
    [{ MORPH: { REGEX: 'Fem\\|Num' } }, 'la casa'],
    [{ ORTH: { REGEX: { IN: ['^l', 'sa$'] } } }, 'la casa'],
    [{ ORTH: { REGEX: { NOT_IN: ['^l', 'sa$'] } } }, 'gran X ve'],
    [{ LENGTH: { IN: [2, 4] } }, 'la gran casa ve'],
    [{ TAG: { IS_SUBSET: ['A', 'D'] } }, 'la gran'],
    [{ TAG: { INTERSECTS: ['A'] } }, 'gran'],
    [{ orth: 'la' }, 'la'],
    [{ ORTH: {} }, 'la gran casa X ve'],
  ])('%j', (attributes, forms) => {
    const document = documentOf(
      'la el DET D Definite=Def|Gender=Fem|Number=Sing 3 det',
      'gran gran ADJ A Gender=Fem,Masc|Number=Sing 3 amod',
      'casa casa NOUN N Gender=Fem|Number=Sing 5 obj',
      'X x X X _ 5 dep',
      've ver VERB V Mood=Ind|VerbForm=Fin 0 root',
    )
    const words = found([{ RIGHT_ID: 'x', RIGHT_ATTRS: attributes }], document).map(
      (line) => line.split(' ')[0],
    )
    expect(words.join(' ')).toBe(forms)
  })

  test.each<[unknown, RegExp]>([
    [[], /no nodes/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: {}, RIGHT_ATTR: {} }], /pattern\[0\] has no property 'RIGHT_ATTR'/],
    [
      [{ RIGHT_ID: 'a', RIGHT_ATTRS: { IS_ALPHA: 'true' } }],
      /RIGHT_ATTRS.IS_ALPHA is 'true', expected true or false/,
    ],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { IS_ALPHA: 1 } }], /expected true or false/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TAG: ['A'] } }], /RIGHT_ATTRS.TAG is an Array, expected a string/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TAG: 3 } }], /expected a string/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { ORTH: { IN: ['la', 3] } } }], /ORTH.IN\[1\] is 3, expected a string/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { ORTH: { '>=': 3 } } }], /expected another predicate/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { LENGTH: '2' } }], /expected a number/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { LENGTH: { '>=': '3' } } }], /expected a number/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { ORTH: { REGEX: 3 } } }], /ORTH.REGEX is 3, expected a string/],
    [
      [{ RIGHT_ID: 'a', RIGHT_ATTRS: { ORTH: { REGEX: { IN: 'x' } } } }],
      /REGEX.IN is 'x', expected an array/,
    ],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { ORTH: { REGEX: ['a'] } } }], /expected a string/],
    [[{ RIGHT_ID: 'a' }], /pattern\[0\].RIGHT_ATTRS is undefined/],
    [
      [
        { RIGHT_ID: 'a', RIGHT_ATTRS: {} },
        { RIGHT_ID: 'a', RIGHT_ATTRS: {}, LEFT_ID: 'a', REL_OP: '>' },
      ],
      /second node 'a'/,
    ],
    [
      [
        { RIGHT_ID: 'a', RIGHT_ATTRS: {} },
        { RIGHT_ID: 'b', RIGHT_ATTRS: {}, LEFT_ID: 'c', REL_OP: '>' },
      ],
      /LEFT_ID 'c'/,
    ],
    [
      [
        { RIGHT_ID: 'a', RIGHT_ATTRS: {} },
        { RIGHT_ID: 'b', RIGHT_ATTRS: {}, LEFT_ID: 'a', REL_OP: 'toString' },
      ],
      /unknown REL_OP 'toString'/,
    ],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { ENT_TYPE: 'x' } }], /unknown attribute 'ENT_TYPE'/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TEXT: { LIKE: 'x' } } }], /unknown predicate 'LIKE'/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TEXT: { IN: 'x' } } }], /expected an array/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TEXT: { REGEX: '(' } } }], /not a regular expression/],
  ])('%j is an error', (wrong, message) => {
    expect(() => matcherOf(wrong as SpacyNode[])).toThrow(message)
  })
})

describe('Semgrex', () => {
  const ate = documentOf(
    'The the DET DT _ 3 det',
    'old old ADJ JJ _ 3 amod',
    'boy boy NOUN NN Number=Sing 4 nsubj',
    'ate eat VERB VBD Tense=Past|Person=3 0 root',
    'bread bread NOUN NN Number=Sing 4 obj',
    'and and CCONJ CC _ 7 cc',
    'butter butter NOUN NN Number=Sing 5 conj',
    '. . PUNCT . _ 4 punct',
  )

  /** What CoreNLP 4.5 finds; its order differs. */
  test.each<[string, string[]]>([
    ['{} <<obj {}=x', ['bread x=ate', 'and x=ate', 'butter x=ate']],
    ['{} <<conj {}=x', ['and x=bread', 'butter x=bread']],
    ['{} <<nsubj {}=x', ['The x=ate', 'old x=ate', 'boy x=ate']],
    ['{} 1,2<<conj {}=x', ['and x=bread', 'butter x=bread']],
    ['{} 2,2<<conj {}=x', ['and x=bread']],
    ['{} 2<<conj {}=x', ['and x=bread']],
    ['{} 2,2<<obj {}=x', ['butter x=ate']],
    ['{} 1,1<<obj {}=x', ['bread x=ate']],
    ['{} >>obj {}=x', ['ate x=bread']],
    ['{} >>conj {}=x', ['ate x=butter', 'bread x=butter']],
    ['{} 2,2>>conj {}=x', ['ate x=butter']],
    ['{} 2,2>>obj {}=x', []],
    [
      '{} > {}=a > {}=b : {}=a !== {}=b',
      [
        'boy a=The b=old',
        'boy a=old b=The',
        'ate a=boy b=bread',
        'ate a=boy b=.',
        'ate a=bread b=boy',
        'ate a=bread b=.',
        'ate a=. b=boy',
        'ate a=. b=bread',
      ],
    ],
    ['{}=a !== {}=a', []],
    ['{} > {}=b !> {}=b', []],
    ['{cpos:NOUN}=a !> ({} > {}=a)', ['boy a=boy', 'bread a=bread', 'butter a=butter']],
    ['{morphofeatures:{/Numb.*/:Sing}}', ['boy', 'bread', 'butter']],
    ['{morphofeatures:{/Number|Tense/:/Past|Plur/}}', ['ate']],
    ['{morphofeatures:{__:Sing}}', ['boy', 'bread', 'butter']],
    ['{morphofeatures:{/Number/!:Sing}}', ['The', 'old', 'ate', 'and', '.']],
    ['{cpos:NOUN}=n ?>conj {}=m', ['boy n=boy', 'bread n=bread m=butter', 'butter n=butter']],
    ['{cpos:NOUN}=n ?[>amod {}=m]', ['boy n=boy m=old', 'bread n=bread', 'butter n=butter']],
    ['{cpos:NOUN}=n ?>amod ({}=m >det {})', ['boy n=boy', 'bread n=bread', 'butter n=butter']],
    ['{} ?>amod {}=m >det {}=m', []],
    ['{} >det {}=m ?>amod {}=m', ['boy m=The']],
    ['{word:/\\./}', ['.']],
    ['{tag:/N/}', []],
  ])('%s, as in CoreNLP', (pattern, matches) => {
    expect(found(pattern, ate).toSorted()).toEqual(matches.toSorted())
  })

  test('an optional relation names each word that it finds', () => {
    expect(found('{cpos:NOUN}=n ?>/det|amod/ {}=m', ate)).toEqual([
      'boy n=boy m=The',
      'boy n=boy m=old',
      'bread n=bread',
      'butter n=butter',
    ])
  })

  test('texts in quotes', () => {
    expect(found('{word:"bread"}', ate)).toEqual(['bread'])
    expect(found('{word:"a;}"}', documentOf('a;} _ _ _ _ 0 root'))).toEqual(['a;}'])
    expect(found('{} >"obj" {}', ate)).toEqual(['ate'])
  })

  test.each<[string, string[]]>([
    ['{lemma:eat;tag:/VB.*/}', ['ate']],
    ['{tag:/N/}', []],
    ['{$}', ['ate']],
    ['!{cpos:/NOUN|PUNCT/} >> {}', ['ate']],
    ['{lemma!:boy;pos:NN}', ['bread', 'butter']],
    ['{morphofeatures:{Tense:Past;Person!:1}}', ['ate']],
    ['{cpos:/DET|VERB/;morphofeatures:{Tense?:Past}}', ['The', 'ate']],
    ['{} >nsubj {} >obj {}', ['ate']],
    ['{} >nsubj {} >nsubj ({} >obj {})', []],
    ['{}=a >nsubj ({}=b >amod {}=c)', ['ate a=ate b=boy c=old']],
    ['{} >>conj {}', ['ate', 'bread']],
    ['{} 2,2>>conj {}=x', ['ate x=butter']],
    ['{} 1,1<< {}=x : {$}=x', ['boy x=ate', 'bread x=ate', '. x=ate']],
    ['{cpos:NOUN} [<nsubj {} | <obj {}]', ['boy', 'bread']],
    ['{cpos:NOUN} ![<nsubj {} | <obj {}]', ['butter']],
    ['{cpos:NOUN} !>conj {} & <>/obj|conj/ {}', ['butter']],
    ['{cpos:NOUN}=n ?>amod {}=m', ['boy n=boy m=old', 'bread n=bread', 'butter n=butter']],
    ['{}=a >> {word:old} : {}=a >> {word:butter}', ['ate a=ate']],
    ['{word:bread} . {word:and}', ['bread']],
    ['{cpos:NOUN} $++ {}=x', ['boy x=bread', 'boy x=.', 'bread x=.']],
    ['{cpos:NOUN} > {}=x > =x', ['boy x=The', 'boy x=old', 'bread x=butter', 'butter x=and']],
    ['{idx:4} >% {lemma:__;cpos:NOUN}=x', ['ate x=boy', 'ate x=bread']],
  ])('%s', (pattern, matches) => {
    expect(found(pattern, ate)).toEqual(matches)
  })

  test.each([
    ['', /at the end .* expected a node/],
    ['{tag:VBD >nsubj {}', /before '>nsubj {}' \(character 10\), expected ; or }/],
    ['{tag:VBD>nsubj {}', /expected ; or }/],
    ['{} >~foo {}', /before '~foo {}' .* expected a label/],
    ['{} >nsubj~foo {}', /relations and arcs have no names/],
    ['{} >=foo {}', /before '=foo {}' .* expected the name of a node before it/],
    ['{} >nsubj=foo {}', /expected the name of a node before it/],
    ['{} > =x', /expected the name of a node before it/],
    ['{word:}', /expected a value/],
    ['{word:two words}', /expected ; or }/],
    ['{morphofeatures:{/foo/}}', /expected : or !:/],
    ['{tag:NN;tag:NNS}', /before 'tag:NNS}' .* expected one value of tag, such as tag:\/one\|other\//],
    ['{} 3,2>> {}', /before '3,2>> {}' .* expected the smaller distance first/],
    ['{} >"a b" {}', /expected a label/],
    ['{} >nsubj/ {}', /expected a node/],
    ['{tag:NN', /expected ; or }/],
    ['{ner:PERSON}', /before 'ner:PERSON}' \(character 2\), expected one of the attributes/],
    ['{} >', /expected a node/],
    ['{} !> {}=x', /expected no new name/],
    ['{} @ {}', /expected a relation/],
    ['{tag:/(/}', /not a regular expression/],
    ['{} [> {}', /expected \]/],
    ['('.repeat(1e5), /no more than 200 parentheses/],
  ])('%s is an error', (pattern, message) => {
    expect(() => matcherOf(pattern)).toThrow(message)
  })

  test('words that are `_`, and long chains of heads', () => {
    expect(found('{word:_}', documentOf('_ _ _ _ _ 0 root'))).toEqual(['_'])
    const chain = documentOf(...Array.from({ length: 3000 }, (_, i) => `w _ _ _ _ ${i} dep`))
    expect(found('{} 5,5>> {}', chain)).toHaveLength(2995)
    expect(() => found('{} 5,500>> {}', chain)).toThrow('distances of at most 200')
    expect(() => found(`{}${' > {}'.repeat(6000)}`, chain)).toThrow('no more than 200 conditions')
    expect(
      found(
        '{} $+ {}',
        documentOf('a _ _ _ _ 0 root', ...Array.from({ length: 20000 }, () => 'b _ _ _ _ 1 dep')),
      ),
    ).toHaveLength(19999)
  })

  test('a pattern that takes too long is an error', () => {
    const words = documentOf('a _ _ _ _ 0 root', ...Array.from({ length: 60 }, () => 'a _ _ _ _ 1 dep'))
    const pattern = '{}=a .. {}=b .. {}=c .. {}=d .. {}=e .. {}=f'
    expect(() => found(pattern, words)).toThrow('takes more than 1000610 steps, expected a simpler one')
  })

  test('long sentences: simple patterns are found, and others are refused soon', () => {
    const star = documentOf('a _ _ _ _ 0 root', ...Array.from({ length: 30_000 }, () => `b _ _ _ _ 1 dep`))
    expect(found('{$}=a > {}=b', star)).toHaveLength(30_000)
    const seconds = processorSeconds(() => {
      for (const pattern of [
        '{} $-- {word:none}',
        '{} $++ {word:none}',
        '{} -- {word:none}',
        '{} >> {} .. {word:none}',
      ])
        expect(() => found(pattern, star)).toThrow('takes more than 1300010 steps')
    })
    expect(seconds).toBeLessThan(20)
    const letters = documentOf(`${'a'.repeat(40)}b _ _ _ _ 0 root`)
    expect(found('{word:/(a|a)*$/}', letters)).toEqual([])
    expect(found([{ RIGHT_ID: 'x', RIGHT_ATTRS: { TEXT: { REGEX: '^(a|a)*$' } } }], letters)).toEqual([])
  })

  test('a parser has matchers, too', () => {
    const parser = tinyParser()
    const sentence = parser.parse('The dog saw a cat.').sentences[0]
    expect([...parser.matcher('{$}').matches(sentence)].map(({ word }) => word)).toEqual([sentence.root])
  })
})

describe('values that no word has', () => {
  const parser = tinyParser()

  test.each<[string | readonly SpacyNode[], RegExp]>([
    ['{pos:VERB}', /^pattern: no word has the xpos VERB, but there is the upos VERB$/],
    ['{upos:NOWN}', /no word has the upos NOWN, did you mean NOUN\?/],
    ['{} >nsubjj {}', /no word has the deprel nsubjj, did you mean nsubj\?/],
    ['{deprel:/zzz+/}', /no word has the deprel \/zzz\+\/$/],
    ['{morphofeatures:{number:Sing}}', /no word has the feature number=Sing, did you mean Number=Sing\?/],
    ['{morphofeatures:{/foo/:bar}}', /no word has the feature/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { DEP: { IN: ['nsubjj', 'objj'] } } }], /the deprel nsubjj or objj/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { TAG: 'VERB' } }], /but there is the upos VERB/],
    [[{ RIGHT_ID: 'a', RIGHT_ATTRS: { POS: { REGEX: '^v' } } }], /no word has the upos \^v/],
  ])('%j is an error of matchers of a parser', (pattern, message) => {
    expect(() => parser.matcher(pattern)).toThrow(message)
  })

  test('negated values, values that are one of several, and roots of spaCy are none of them', () => {
    const matches = (pattern: string | readonly SpacyNode[]): number =>
      [...parser.matcher(pattern).matches(parser.parse('The dog saw a cat.'))].length
    expect(matches('{upos!:NOWN}')).toBe(6)
    expect(matches('{upos:/NOWN|NOUN/}')).toBe(2)
    expect(matches([{ RIGHT_ID: 'a', RIGHT_ATTRS: { DEP: 'ROOT', POS: { NOT_IN: ['X1'] } } }])).toBe(1)
  })
})

describe('rbparse match', () => {
  const gold = embeddedDev(40)

  test('warns if nothing matches because no word has a value', async () => {
    const warnings = async (...pattern: string[]): Promise<string> => {
      const { stdout, stderr, status } = await rbparse(['match', '--semgrex', ...pattern], gold)
      expect({ stdout, status }).toEqual({ stdout: pattern.includes('--count') ? '0\n' : '', status: 0 })
      return stderr
    }
    const verb = 'warning: no word has the xpos VERB, but there is the upos VERB\n'
    expect(await warnings('{pos:VERB}')).toBe(verb)
    expect(await warnings('{pos:VERB}', '--count')).toBe(verb)
    expect(await warnings('{} >dobj {}')).toBe('warning: no word has the deprel dobj, did you mean obj?\n')
    expect(await warnings('{deprel:/dobj/} > {word:x1x}')).toContain('the deprel /dobj/, did you mean')
    expect(await warnings('{word:x1x}')).toBe('')
    const { stderr } = await rbparse(['match', '--count', '--semgrex', '{} [>dobj {} | >obj {}]'], gold)
    expect(stderr).toBe('')
  })

  test('writes the sentences with a match, and counts', async () => {
    const semgrex = '{upos:VERB} >nsubj {}=subject'
    const { stdout, status } = await rbparse(['match', '--semgrex', semgrex], gold)
    expect(status).toBe(0)
    const matches = [...matcherOf(semgrex).matches(Document.fromCoNLLU(gold))]
    expect(stdout.match(/^# match = .*$/gm)).toEqual(
      matches.map(
        ({ word, words: { subject } }) => `# match = ${word.id} ${word}, subject ${subject.id} ${subject}`,
      ),
    )
    expect(gold).toContain(stdout.split('\n\n')[0].replaceAll(/^# match.*\n/gm, ''))
    expect((await rbparse(['match', '--count', '--semgrex', semgrex], gold)).stdout).toBe(
      `${matches.length}\n`,
    )
    const drawn = await rbparse(['match', '--format', 'text', '--semgrex', semgrex], gold)
    expect(drawn.stdout.match(/^# match/gm)).toHaveLength(matches.length)
  })

  test('what it writes is CoNLL-U: after a byte order mark, and between blank lines', async () => {
    const sentence = gold.slice(0, gold.indexOf('\n\n') + 2)
    const { stdout } = await rbparse(['match', '--semgrex', '{$}'], `\ufeff${sentence}\n\n${sentence}`)
    expect(stdout.replaceAll(/^# match.*\n/gm, '')).toBe(sentence + sentence)
    expect((await rbparse(['match', '--count', '--semgrex', '{$}'], stdout)).stdout).toBe('2\n')
    const { stderr } = await rbparse(['match', '--semgrex', '{} .. {} .. {} .. {} .. {} .. {}'], gold)
    expect(stderr).toMatch(/^-:\d+: the pattern takes more than/)
  })

  test('an empty column is an error with its line, and its sentence can be skipped', async () => {
    const bad = `1\ta\t_\t\t_\t_\t0\troot\t_\t_\n\n`
    const problem = '-:1: an empty column, or one with a carriage return, expected text or _\n'
    const call = ['match', '--count', '--semgrex', '{$}']
    expect(await rbparse(call, bad)).toEqual({ status: 1, stdout: '', stderr: problem })
    expect(await rbparse([...call, '--skip-bad'], bad + bad.replace('\t\t', '\tX\t'))).toEqual({
      status: 0,
      stdout: '1\n',
      stderr: `skipped: ${problem}`,
    })
  })

  test('says what is wrong with a call', async () => {
    expect(await rbparse(['match'], gold)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('expected a pattern'),
    })
    expect(await rbparse(['match', '--semgrex', '{'], gold)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--semgrex: the pattern is wrong'),
    })
    expect(await rbparse(['match', '--spacy', 'none.json'], gold)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no such file'),
    })
  })
})
