/**
 * The words of the embedded treebank. What goes with what (who acts, what things have, where one is) is what tells the
 * attachments apart, so nouns come in classes.
 */

/** Singular and plural. */
export type Noun = readonly [string, string]
/** Base form, third person, past, past participle, present participle. */
export type Verb = readonly [string, string, string, string, string]

export const people: readonly Noun[] = [
  ['teacher', 'teachers'],
  ['neighbour', 'neighbours'],
  ['child', 'children'],
  ['woman', 'women'],
  ['man', 'men'],
  ['doctor', 'doctors'],
  ['farmer', 'farmers'],
  ['sailor', 'sailors'],
  ['baker', 'bakers'],
  ['painter', 'painters'],
  ['cousin', 'cousins'],
  ['guest', 'guests'],
]

export const animals: readonly Noun[] = [
  ['dog', 'dogs'],
  ['cat', 'cats'],
  ['horse', 'horses'],
  ['goose', 'geese'],
  ['fox', 'foxes'],
  ['mouse', 'mice'],
]

export const things: readonly Noun[] = [
  ['boat', 'boats'],
  ['letter', 'letters'],
  ['box', 'boxes'],
  ['chair', 'chairs'],
  ['picture', 'pictures'],
  ['basket', 'baskets'],
  ['bicycle', 'bicycles'],
  ['clock', 'clocks'],
  ['loaf', 'loaves'],
  ['lamp', 'lamps'],
]

/** What one does something with. */
export const tools: readonly Noun[] = [
  ['telescope', 'telescopes'],
  ['knife', 'knives'],
  ['brush', 'brushes'],
  ['hammer', 'hammers'],
  ['rope', 'ropes'],
  ['camera', 'cameras'],
]

/** What people, animals and things have. */
export const parts: readonly Noun[] = [
  ['beard', 'beards'],
  ['tail', 'tails'],
  ['handle', 'handles'],
  ['hat', 'hats'],
  ['stripe', 'stripes'],
  ['scar', 'scars'],
]

export const places: readonly Noun[] = [
  ['garden', 'gardens'],
  ['market', 'markets'],
  ['harbour', 'harbours'],
  ['kitchen', 'kitchens'],
  ['forest', 'forests'],
  ['station', 'stations'],
  ['village', 'villages'],
  ['school', 'schools'],
]

/** Nouns that stand before other nouns. */
export const materials: readonly string[] = [
  'garden',
  'kitchen',
  'school',
  'village',
  'river',
  'winter',
  'paper',
  'silver',
]

export const names: readonly string[] = [
  'Ada',
  'Bruno',
  'Clara',
  'Dario',
  'Edith',
  'Felix',
  'Greta',
  'Hugo',
  'Irma',
  'Jonas',
]

export const adjectives: readonly string[] = [
  'old',
  'young',
  'small',
  'large',
  'red',
  'green',
  'quiet',
  'heavy',
  'clever',
  'hungry',
  'tired',
  'strange',
]

export const adverbs: readonly string[] = [
  'often',
  'slowly',
  'always',
  'quietly',
  'never',
  'suddenly',
  'already',
  'rarely',
]
export const degrees: readonly string[] = ['very', 'rather', 'too', 'quite']
export const times: readonly string[] = ['yesterday', 'today', 'tomorrow', 'now', 'again', 'soon']
export const numbers: readonly string[] = ['two', 'three', 'four', 'five', 'six', 'ten']

export const intransitive: readonly Verb[] = [
  ['sleep', 'sleeps', 'slept', 'slept', 'sleeping'],
  ['arrive', 'arrives', 'arrived', 'arrived', 'arriving'],
  ['laugh', 'laughs', 'laughed', 'laughed', 'laughing'],
  ['wait', 'waits', 'waited', 'waited', 'waiting'],
  ['sing', 'sings', 'sang', 'sung', 'singing'],
  ['swim', 'swims', 'swam', 'swum', 'swimming'],
]

export const transitive: readonly Verb[] = [
  ['see', 'sees', 'saw', 'seen', 'seeing'],
  ['find', 'finds', 'found', 'found', 'finding'],
  ['follow', 'follows', 'followed', 'followed', 'following'],
  ['watch', 'watches', 'watched', 'watched', 'watching'],
  ['paint', 'paints', 'painted', 'painted', 'painting'],
  ['repair', 'repairs', 'repaired', 'repaired', 'repairing'],
  ['carry', 'carries', 'carried', 'carried', 'carrying'],
  ['draw', 'draws', 'drew', 'drawn', 'drawing'],
]

/** Somebody to somebody. */
export const ditransitive: readonly Verb[] = [
  ['give', 'gives', 'gave', 'given', 'giving'],
  ['send', 'sends', 'sent', 'sent', 'sending'],
  ['show', 'shows', 'showed', 'shown', 'showing'],
  ['sell', 'sells', 'sold', 'sold', 'selling'],
]

/** With a clause. */
export const clausal: readonly Verb[] = [
  ['say', 'says', 'said', 'said', 'saying'],
  ['think', 'thinks', 'thought', 'thought', 'thinking'],
  ['know', 'knows', 'knew', 'known', 'knowing'],
  ['hope', 'hopes', 'hoped', 'hoped', 'hoping'],
]

/** With an infinitive. */
export const control: readonly Verb[] = [
  ['want', 'wants', 'wanted', 'wanted', 'wanting'],
  ['try', 'tries', 'tried', 'tried', 'trying'],
  ['begin', 'begins', 'began', 'begun', 'beginning'],
  ['forget', 'forgets', 'forgot', 'forgotten', 'forgetting'],
]

export const subordinators: readonly string[] = ['when', 'because', 'although', 'while', 'if']
