import { isAscii } from '#engine/text/is-ascii.ts'
import { scoreLexicon } from './lexicon.ts'

/* Lexicon and rule features of a text, numbers between −1 and 1, for the classifiers to use beside the embedding. */

const patterns = {
  bug: /\b(bugs?|buggy|crash\w*|freez\w*|froze\w*|glitch\w*|errors?|broken?|fail\w*|(doesn'?t|does not|don'?t|do not|didn'?t|isn'?t|not|never|stopped|no longer) (work|load|open|start|sync|respond|play|show|connect|update|save|updating|loading|working|opening|syncing|responding|playing|showing|connecting|saving)\w*|won'?t \w+|keeps? \w+ing|shuts? down|closes? (itself|by itself|unexpectedly)|(black|blank|white) screen|can(?:'?t|not) (log|sign|open|load|access|connect|play|see|post|send|upload|download|view|watch|use|get|even)\w*|unable to|lag\w*|hangs?|hanging|disappear\w*|lost (all|my|everything)|exception|corrupt\w*|kicks? me|force clos\w*|not respond\w*|logs? me out|timed? ?out|stürzt|abgest[uü]rzt|abst[uü]rz\w*|funktioniert (?:\S+ ){0,2}nicht|geht (?:\S+ ){0,2}nicht|fehlermeldung|lädt (?:\S+ )?nicht|lässt sich (?:\S+ )?nicht|plante\w*|ne (?:marche|fonctionne|charge|peux) (?:pas|plus)|erreurs?|no (?:funciona|puedo|carga|abre)|se (?:cierra|cuelga|bloquea)|fallos?)\b/gi,
  fix: /\b(fix(ed|es|ing)?|resolve|repair|patch)\b/gi,
  since:
    /\b((since|after|ever since|with|until) (the |this |that |last |latest |new |recent |newest )*(update|upgrade|version|release|ios)\w*|used to (work|be|have)|latest (update|version)|new update|last update)\b/gi,
  feature:
    /\b((please|pls|plz|could you|can you|should|need to|needs to|must|and) (add|include|support|allow|implement|provide|make it|give|bring|let|enable)\w*|add (a|an|the|more|some|support|option|ability|back)|would be (nice|great|good|better|cool|awesome|helpful|useful|perfect|amazing|even|much)|would (like|love|prefer|appreciate)|wish\w*|if only|feature request|options? (to|for)|ability to|able to|a way to|no way to|allow (us|me|users|to|for)|support for|bring back|suggest\w*|hope (you|they|to see|it|for|there)|looking forward|could (use|have|be better)|should (have|be|allow|include|support)|needs? (an?|more|to|some|better)|want(s|ed)? (to|an?|more)|missing|lacks?|lacking|enhancement|instead of|it would|if (you|it|there|they) (could|would|had|were|was)|only thing|won'?t let|doesn'?t (have|support|allow|let)|does not (have|support|allow)|there(?:'s| is| are)? no|why (can'?t|isn'?t|is there no|no|not)|wünsch\w*|wäre (?:\S+ ){0,3}(?:schön|toll|super|gut|hilfreich|praktisch|klasse)|könnt(?:et|en) (?:ihr|sie)|bitte (?:\S+ ){0,5}(?:hinzufügen|ergänzen|einbauen|anbieten)|es fehlt|fehlt (?:mir|uns|eine?|noch)|wir (?:brauchen|bräuchten)|ich (?:brauche|bräuchte)|hätte gerne?|serait (?:\S+ ){0,2}(?:bien|génial|super|utile|pratique)|j'aimerais|nous aimerions|il manque|pourriez-vous|ajoute[rz]|sería (?:\S+ ){0,2}(?:genial|bueno|útil|ideal)|(?:me|nos) gustaría|hace falta|podrían|añad\w*|agreg\w*)\b/gi,
  usability:
    /\b(confus\w*|(un|counter|non)?-?intuitive|hard (to|for)|difficult to|complicated|user[- ]?friendly|navigat\w*|interface|layout|ui|ux|design\w*|clutter\w*|clunky|cumbersome|tedious|too many (clicks|steps|taps|menus|options)|can(?:'?t|not) (find|figure)|figure out|where (is|are|do|can)|learning curve|ugly|fonts?|buttons?|menus?|icons?|screen size|too (small|big|tiny|dark|bright)|awkward|inconvenient|easy to (use|navigate|find)|redesign\w*|new look|look and feel|accessib\w*|scroll\w*|swip\w*|tabs?|landscape|dark mode|theme|colou?rs?|readab\w*)\b/gi,
  praise:
    /\b(love[sd]?|loving|great|awesome|amazing|excellent|perfect\w*|best|fantastic|good|nice|wonderful|brilliant|helpful|useful|thank\w*|recommend\w*|enjoy\w*|cool|fun|favou?rite|works? (great|well|perfectly|fine)|easy|keep (it )?up|well done|five stars?|5 stars?|danke|großartig\w*|perfekte?|hervorragend\w*|begeistert|merci|magnifique|parfaite?|adore|gracias|excelente|me encanta|perfecto)\b/gi,
  blame:
    /\b(hate[sd]?|worst|terrible|horrible|awful|useless|waste|crap|garbage|sucks?|disappoint\w*|frustrat\w*|annoy\w*|ridiculous|stupid|bad|poor|pathetic|uninstall\w*|delet\w*|refund|scam|rip ?off|expensive|overpriced|slow|unacceptable|refuse\w*|cancel\w*|money back|one star|1 star|zero stars?|customer (service|support)|schlechte?r?|furchtbar\w*|nervig\w*|nervt|langsam\w*|teuer|unbrauchbar|enttäusch\w*|frustrierend|frustrante?s?|déçue?|décevante?|trop (?:lent|cher)e?|lente?|pésim[oa]|caro|decepcion\w*)\b/gi,
  ads: /\b(ads?|adverts?|advertis\w*|pop-?ups?|subscription|pay(ing|wall)?|price[sd]?|pricing|money|premium)\b/gi,
  question: /\?/g,
  asks: /\b(how (do|to|can|does|long|much|many)|what (is|are|do|does|should|if)|where (is|can|do)|when (is|will|do)|who|which|can i|could i|is it|is there|are there|do you|does it|do i)\b/gi,
  negation: /\b(not|no|never|nothing|cannot|without|none)\b|n'?t\b/gi,
  turn: /\b(but|however|although|except|though|unfortunately|until|besides|otherwise|still|yet)\b/gi,
  please: /\b(please|pls|plz)\b/gi,
  shout: /!/g,
  self: /\b(i|my|me|we|our)\b/gi,
  product: /\b(app|application|version|phone|ipad|iphone|android|device|website|site|software|program)\b/gi,
  thanks:
    /\b(thanks?|thank you|thx|ty|cheers|kudos|appreciate\w*|well done|good job|great (job|work)|nice work|congrat\w*|good luck|glad|welcome)\b/gi,
  eager:
    /\b(excited|can'?t wait|looking forward|so happy|proud|happy (birthday|monday|tuesday|friday|sunday)|love (it|this|you|my)|enjoying|fun|yay|haha\w*|lol|wow|(would|will|definitely) (\w+ )?(recommend|be back|come back|go back|return|go again|buy again))\b/gi,
  regret:
    /\b(ugh+|argh|sorry|afraid|sadly|unfortunately|regret\w*|sigh|fml|wtf|smh|never again|(not|never|won'?t|wouldn'?t|don'?t) (\w+ )?(recommend|be back|go back|come back|return|buy|bother|waste)|stay away|avoid|shame|what a (joke|mess|waste)|waste of|not worth|driv\w+ me|sick of|tired of|fed up|give up|gave up)\b/gi,
  spared:
    /\b(no|never|not|without|nothing|any) (\w+ ){0,3}(problems?|issues?|complaints?|complain|troubles?|bugs?|lag|crash\w*|glitch\w*|fail\w*|worr\w+|regrets?|fault|hassle|bad|disappoint\w*)\b/gi,
  lacking:
    /\b(not|isn'?t|wasn'?t|aren'?t|weren'?t|never|hardly|nothing|no) (\w+ ){0,2}(good|great|worth|happy|impressed|satisf\w*|helpful|useful|friendly|recommend\w*|nice|well|enough|special|easy|clear|fresh|tasty|working|reliable|fast|care\w*)\b/gi,
  middling:
    /\b(ok|okay|average|decent|so so|so-so|not bad|nothing special|alright|mediocre|fair enough|could be (better|worse|improved)|as expected|what (you|i|one) (would|might|'d) expect)\b/gi,
  addressed: /(?<![\p{L}\p{N}.])@\p{L}|#\p{L}|https?:/giu,
  code: /[{}<>_=\\]|\(\)|\w\.\w+\(|\b(class|function|method|null|array|string|variable|query|server|api|code|script|thread|compile\w*|library|patch|commit|database|sql|java|python|php|javascript|html|css|xml|json)\b/gi,
  tellsOf:
    /\b(here is|see|link|tomorrow|tonight|next (week|month|year)|january|february|march|april|june|july|august|september|october|november|december|am|pm|\d+(st|nd|rd|th)|\d+:\d+)\b/gi,
  undo: /\b((bring|put|give|change|switch|go|turn|get)\w* (\w+ ){0,3}back|get rid of|took away|tak\w+ away|removed|(way )?too (many|much|often)|no longer (see|able|have|there|find)|old (version|layout|design|one|way|look)|turn (\w+ )?off|disable|opt out|stop (forcing|showing|pushing|sending|asking)|nobody (asked|wants|wanted))\b/gi,
  report:
    /\b(steps to reproduce|reproduc\w*|expected (behaviou?r|result)?|actual (behaviou?r|result)?|stack ?trace|traceback|screenshots?|regression|describe the bug|what happened|version:?|environment|\w+(error|exception))\b/gi,
  proposal:
    /\b(feature request|proposal|enhancement|describe the solution|alternatives?|(add|support|introduce|expose|implement)(ing)? (a|an|for|the)?|use case|motivation)\b/gi,
  time: /\b(today|yesterday|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d+ (days?|hours?|weeks?|months?|years?))\b/gi,
}
const names = Object.keys(patterns) as (keyof typeof patterns)[]
/** Matches of a pattern that are counted. */
const maxMatches = 3
/** Characters that are read. */
const maxLength = 2000

export const featureNames: readonly string[] = [
  'score',
  'praise',
  'blame',
  'balance',
  'worst sentence',
  'best sentence',
  'first sentence',
  'last sentence',
  'after but',
  'negated',
  'length',
  'capitals',
  'praise per word',
  'blame per word',
  'both',
  'happy emoticons',
  'sad emoticons',
  'no lexicon word',
  ...names.map((name) => `${name} amount`),
  ...names.map((name) => `${name} present`),
]

const squash = (value: number) => Math.tanh(value / 3)

export function textFeatures(content: string): number[] {
  const text = content.slice(0, maxLength).replace(/[’‘]/g, "'")
  const whole = scoreLexicon(text)
  const parts = text.split(/[.!?\n]+(?:\s|$)/).filter((part) => part.trim() !== '')
  const sentences = parts.length === 1 ? [squash(whole.score)] : parts.map((part) => squash(scoreLexicon(part).score))
  const contrast = /\b(?:but|however|although|unfortunately|except)\b/i.exec(text)
  const counts = names.map((name) => Math.min(maxMatches, text.match(patterns[name])?.length ?? 0))
  const length = text.split(/\s+/).length
  const { happy, sad } = whole
  const lengthNorm = 1 + whole.words / 4
  return [
    squash(whole.score),
    squash(whole.praise),
    squash(whole.blame),
    (whole.praise - whole.blame) / (1 + whole.praise + whole.blame),
    Math.min(0, ...sentences),
    Math.max(0, ...sentences),
    sentences[0] ?? 0,
    sentences.at(-1) ?? 0,
    contrast ? squash(scoreLexicon(text.slice(contrast.index)).score) : 0,
    squash(whole.negated),
    Math.log1p(length) / 5,
    shareOfCapitals(text),
    Math.min(1, whole.praise / lengthNorm),
    Math.min(1, whole.blame / lengthNorm),
    Math.min(1, Math.min(whole.praise, whole.blame) / 2),
    Math.min(1, happy),
    Math.min(1, sad),
    whole.praise + whole.blame === 0 ? 1 : 0,
    ...counts.map((count) => count / maxMatches),
    ...counts.map((count) => (count > 0 ? 1 : 0)),
  ]
}

function shareOfCapitals(text: string): number {
  if (isAscii(text)) return shareOfAsciiCapitals(text)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < 8 ? 0 : (text.match(/\p{Lu}/gu)?.length ?? 0) / letters
}

/** Without a string for every letter, which most texts allow. */
function shareOfAsciiCapitals(text: string): number {
  let [letters, capitals] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 65 && code <= 90) capitals++
    else if (code < 97 || code > 122) continue
    letters++
  }
  return letters < 8 ? 0 : capitals / letters
}
