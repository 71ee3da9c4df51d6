// Word lists and constructions of docs/contribute/writing.md: what a plain sentence and a clear name avoid.

/** Constructions that replace a noun, or use a word with a private meaning; counted per 10,000 words of a text. */
export const constructions = {
  clauseForNoun: new RegExp(
    String.raw`\bwhat (?!(?:is|are|does|do|happens|should|would|if)\b[^.\n]*\?)` +
      String.raw`(?:is|was|has|had|it|they|an?|the|comes?|came|somebody|nobody|stands?|you|of)\b`,
    'gi',
  ),
  anyClause: /\b(?:whoever|whatever|whichever)\b/gi,
  thoseThat: /\bthose (?:that|who|of|with|before|behind|beside)\b/gi,
  thatOf: /\b(?:that|those) of\b/gi,
  unnamedRole: /\b(?:nobody|somebody|everybody|anybody)\b/gi,
  telling: /\b(?:tells?|told|telling)\b/gi,
  saying: /\b(?:says?|said)\b/gi,
  knowing: /\b(?:knows?|known|believ\w+|hears?|heard)\b/gi,
  standing: /\b(?:stands?|stood|lies|lie)\b/gi,
  moving: /\b(?:comes?|came|goes|went|gone)\b/gi,
  besideBehind: /\b(?:beside|behind|beyond)\b/gi,
  isNone: /\b(?:is|are|was|were) (?:no|none)\b/gi,
  soMany: new RegExp(
    String.raw`(?:^|[\n.;:] ?|\b(?:takes?|waits?|after|beyond|up to|by|for|of) )` +
      String.raw`so (?:many|much|long|early|often)\b(?! (?:that|as))`,
    'gi',
  ),
  archaic: new RegExp(
    String.raw`\b(?:anew|wholly|meanwhile|nor|be it|be they|reckon\w*|whyever|heed\w*|mend(?:ed|s)?|dearer|hearsay|` +
      String.raw`grave(?:st)?|in the midst)\b`,
    'gi',
  ),
  phrasal: new RegExp(
    String.raw`\b(?:lets? (?:\w+ ){0,3}(?:in|out)|holds? up|held up|passed over|given? up|goes? by|` +
      String.raw`tak(?:e|es|en) (?:\w+ )?for|by (?:itself|themselves)|of (?:its|their|one's) own|as far as|at once)\b`,
    'gi',
  ),
} satisfies Record<string, RegExp>

/** Kinds of text that the figures are about. */
export type Kind =
  | 'docs'
  | 'decisions'
  | 'changelog'
  | 'apiDescriptions'
  | 'messages'
  | 'console'
  | 'driver'
  | 'recipient'
  | 'commandLine'
  | 'comments'
  | 'testTitles'
  | 'commits'

const readersOfApi: Kind[] = ['docs', 'apiDescriptions', 'messages']
const readersOfScreens: Kind[] = ['console', 'driver']

/** Words that have another name in the glossary, with the kinds of text in which they are counted. */
export const glossary: { use: string; not: RegExp; kinds: Kind[] }[] = [
  {
    use: 'e-mail',
    not: /\bletters?\b(?! (?:of|and|or) (?:the alphabet|digits))/gi,
    kinds: [...readersOfApi, ...readersOfScreens, 'commandLine', 'changelog'],
  },
  {
    use: 'error',
    not: /\bfaults?\b|\bfindings?\b/gi,
    kinds: [...readersOfApi, 'console', 'commandLine', 'changelog', 'comments'],
  },
  { use: 'photo, image', not: /\bpictures?\b/gi, kinds: [...readersOfApi, ...readersOfScreens] },
  { use: 'recipient', not: /\bconsignees?\b/gi, kinds: readersOfScreens },
  { use: 'location', not: /(?<!\b(?:vehicle|stop|last) )\bpositions?\b/gi, kinds: readersOfScreens },
  { use: 'API', not: /\binterface\b/gi, kinds: ['docs', 'messages', 'console', 'comments'] },
  {
    use: 'response',
    not: /\brepl(?:y|ies)\b|\banswer(?:s|ed)? (?:with|is|are|has|have|of|in|by|`?[245]\d\d)\b/gi,
    kinds: readersOfApi,
  },
  { use: 'field', not: /\bmembers?\b/gi, kinds: readersOfApi },
  { use: 'offline, no connection', not: /\breception\b/gi, kinds: ['docs', ...readersOfScreens] },
  {
    use: 'register, revoke',
    not: /\blets? (?:\w+ ){0,3}(?:in|out)\b/gi,
    kinds: [...readersOfApi, ...readersOfScreens],
  },
]

/** Beginnings of a sentence that stand for a noun. */
export const standInStart = new RegExp(
  String.raw`^["“(\x60*]*(what|whatever|who|whoever|whom|whose|whether|those|that which|of (?!course)|none|nobody|` +
    String.raw`nothing|somebody|each|both|such|one|ones|others?|else)\b(?![^.]*\?)`,
  'i',
)
export const pronounStart = /^["“(*]*(it|its|they|their|them|this|these|that|he|she|so)\b/i
export const prepositionStart = new RegExp(
  '^["“(*]*(of|from|with|without|by|beside|behind|beyond|in|on|at|for|to|under|over|after|before|' +
    String.raw`until|up to|as|than|among|between|through|within)\b`,
  'i',
)
export const passive = new RegExp(
  String.raw`\b(is|are|was|were|be|been|being) (?:not |never |also |only |still |already |always |then |often )?` +
    String.raw`(\w+(?:ed|en|told|kept|sent|made|put|read|found|held|left|said|known|taken|given|shown|drawn|set|cut|` +
    String.raw`paid|lost|met|heard|done|gone|let))\b(?! to\b)`,
  'gi',
)

const wordsOf = (text: string) => new Set(text.trim().split(/\s+/))

/** Words that name nothing when they are a whole name. */
export const functionWords = wordsOf(`
  of by to in on at as for from with without within beside behind beyond before after until between against
  about above below among around aside there here then now again anew once twice else other others more less
  further rest such same own whole all none any some each every both one ones it its they them this that these
  those what who whose which where when why how whether given gone known told kept taken held left let asked
  wanted needed meant said seen shown thing things stuff way ways place places part parts piece pieces word
  words kind kinds`)

/** Words with a private meaning, also within a longer name. */
export const riddleWords = wordsOf(`
  tell tells told telling say says said saying know known knows ask asked asking hear heard believe believed
  stand stands standing stood come comes coming go goes going gone let lets leave leaving beside behind further
  aside there anew rest rests company mended grave dear whole thing things way ways place word words fault
  faults finding findings what who whose other others own such ours theirs mine hand handing handed looking look
  looks heed owed due sign signs mark marks house room rooms roof ground lane lanes train turn turns share
  shares ring shout whisper ear mouth eye`)

/** Verbs that begin the names of functions. */
export const verbs = wordsOf(`
  get set is has have can may should must will accept acknowledge add advance allow announce append apply ask
  assert assign attach authenticate authorize begin bind block bring buffer build calculate call cancel change
  check choose clear close collect commit compare compute confirm connect consume convert copy correct count
  create cut decide decode defer delete deliver deny dequeue describe detect disable discard dispatch download
  drag draw drop edit emit enable encode end enqueue ensure erase escape estimate evaluate exchange execute
  expect expire export extract fetch fill filter finalise find finish fix flush follow format forward generate
  geocode go group handle hash hide hold import insert invalidate invite issue iterate join keep label lease
  leave limit link list listen load locate lock log look lower make map mark match measure merge migrate move
  name normalise normalize note notify offer on open order pack parse pass patch pause pick ping place plan
  prepare preview print process propose protect prune publish pull purge push put query quote raise reach read
  receive record recover redirect reduce refresh refuse register reject release relist remove render renew
  reorder repeat replace reply report request require resend reserve reset resolve restore resume retry return
  revoke rotate round route run sample save scan schedule seal search seed select send serialise serialize serve
  share shift show sign skip sleep sort split start step stop store stream strip submit subscribe suggest sum
  swap sweep switch take tell test throw tick toggle trace track transfer transform translate trim truncate try
  undo unlock unpack update upload upsert use validate verify visit wait walk warn watch wrap write yield zip`)
