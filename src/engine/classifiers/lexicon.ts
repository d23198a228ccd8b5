/*
 * Sentiment lexicon for product feedback; an entry that ends in * is a prefix. Written for this product, not taken from
 * a published list.
 */

const words = (text: string) => text.trim().split(/\s+/)

const strongPraise = words(`
  love loved loves loving lovely adore adored amazing amazed amazingly awesome excellent excellently fantastic
  fantastically perfect perfectly perfection brilliant brilliantly outstanding superb wonderful wonderfully
  incredible incredibly best favorite favourite delight* flawless* phenomenal stellar magnificent marvelous
  marvellous exceptional* terrific gorgeous lifesaver gamechanger unbeatable impeccable* stunning thrilled blessed
  wow kudos bravo gem fabulous magical rocks indispensable invaluable beautifully beautiful impressed impressive
  impressively`)
const mildPraise = words(`
  good great nice nicely cool fun fine happy happily glad pleased pleasing pleasant* enjoy* helpful helps helped
  useful handy easy easily easier simple simply intuitive smooth smoothly fast faster quick quickly reliable
  reliably stable solid clean clear convenient* comfortable comfortably recommend* recommended thank* thanks
  grateful appreciate* appreciated satisf* worth works worked better improved improvement improves like liked
  likes well efficient* effective* responsive friendly polite affordable cheap reasonable reasonably fair generous
  accurate* precise sharp crisp bright light lightweight sturdy durable elegant sleek stylish attractive modern
  fresh tasty delicious yummy welcoming attentive helpful seamless* effortless* flexible powerful robust secure
  safe superior excited exciting excite* win winner bonus plus advantage benefit* beneficial ideal suitable fits
  smart clever neat tidy organized organised addictive entertaining interesting informative congrats
  congratulations cheers yay hooray pleasure hopeful trust trusted correct properly saves saved proud proudly cute
  sweet warm cozy cosy charming charm* celebrat* birthday lucky luckily luck won wins winning victory champion*
  hero heroes hilarious funny laugh* haha* lol lmao smile* smiling joy joyful joyous cheer* hug hugs kiss*
  blessing paradise refreshing relax* peaceful calm kindly kindness caring gentle genuine honest* dedicated
  inspir* motivat* talented genius classy luxur* spacious spotless wonders success* succeed* accomplish* achiev*
  award* honor* honour* admire* welcome* gift gifts excellence upvote* solves solved promising epic badass legend
  legendary rocking rocked killer lit dope woo woohoo woot yummm* mouthwatering tender juicy flavorful flavourful
  crispy scrumptious generous* courteous prompt promptly personable knowledgeable professional* courtesy
  accommodat* bargain snappy speedy painless breeze hassle-free thoughtful gladly enthusias* eager thrill*
  optimistic gorgeous* handsome improving improvements nicer finest fabulous* peace agree agreed congratulat*
  bless superbly unmatched rich stunned amaze* tolle toller tolles großartig* prima perfekt perfekte hervorragend*
  ausgezeichnet* wunderbar* begeistert hilfreich* danke dankeschön zufrieden gefällt übersichtlich génial*
  excellente parfait parfaite magnifique adore merci formidable pratique utile agréable excelente genial encanta
  perfecto perfecta gracias increíble bueno buena útil ótimo adoro obrigado obrigada perfeito ottimo ottima
  perfetto grazie fantastico geweldig fijn handig bedankt`)
const strongBlame = words(`
  hate hated hates worst terrible terribly horrible horribly awful awfully useless garbage trash crap crappy sucks
  sucked suck pathetic disgusting disgusted disgrace* ridiculous* unacceptable atrocious abysmal dreadful
  appalling nightmare scam fraud* ripoff worthless unusable disaster* catastroph* hopeless infuriat* furious
  outrag* joke shit shitty fuck* damn wtf rubbish dire lousy insult* cheated robbed stole stolen steal* liar lies
  lied toxic stupid idiotic idiot* insane unbearable inexcusable despise* loathe* fail* failed failure`)
const mildBlame = words(`
  bad badly poor poorly wrong wrongly slow slowly slower sluggish lag* laggy buggy bug bugs glitch* crash* freez*
  froze frozen hang* hangs broken break* breaks broke error errors issue issues problem problems trouble* annoy*
  frustrat* disappoint* confus* difficult difficulty hard harder complicated complex clunky clumsy cluttered messy
  mess ugly boring dull bland stale cold rude unhelpful unfriendly ignored ignore* unreliable unstable
  inconsistent* inaccurate* incorrect* missing lost lose loses losing disappear* vanish* delayed delay* late
  waiting wait* stuck unable impossible cannot refuse* refused reject* rejected declin* denied deny* complain*
  complaint* unhappy sad sadly upset angry mad sorry unfortunately unfortunate regret* expensive overpriced costly
  pricey waste wasted wasting cancel* refund* uninstall* delete* deleted removed remove* worse worsen* decline*
  lack* lacks lacking limited insufficient inadequate weak flimsy cheaply noisy loud dirty greasy salty overcooked
  undercooked cracked scratch* dent* defect* faulty malfunction* overheat* heavy bulky blurry pixelated dim
  unresponsive unintuitive tedious cumbersome painful pain pains inconvenient* intrusive spam* ads annoying
  irritating irritat* misleading mislead* unclear vague pointless meh mediocre underwhelm* overcharg* charged
  hidden unfair greedy forced force* stop stops stopped drain* dead dies died worried worry* concern* afraid fear*
  risk* unsafe insecure hacked leak* outdated obsolete dated unwanted unnecessary neglect* abandon* horrid nasty
  gross weird strange odd shame suffer* hurts hurt struggle* blocked blocker corrupt* vulnerable violat* kill
  kills killed killing death deaths die dying murder* attack* terror* war wars bomb* shoot* victim* injur* wound*
  crisis crime* arrest* jail prison guilty accus* blam* threat* threaten* danger* deadly tragic tragedy emergency
  panic* scare* scary scared horror evil racist racism hateful cruel abus* violent violence bully* harass* cry
  cries cried crying tears heartbroken heartbreaking depress* misery miserable lonely tired exhaust* sick ill
  illness sore ache* headache bored annoyed irritated jealous disappointed disgust bitter ashamed embarrass*
  awkward anxious nervous stress* dread* doubt* suspicious sceptical skeptical lame loser losers lose lost loses
  defeat* beaten fired quit quits banned ban bans fight fights fought argue* conflict riot* protest* controvers*
  scandal* fake cheat* greed selfish arrogan* ignorant dumb moron* fool* crazy nuts silly clueless incompetent
  unprofessional lazy sloppy careless inferior subpar tasteless flavorless flavourless soggy burnt burned rotten
  smelly stink* stinks stank filthy filth cramped crowded noise smoky overrated rip-off unimpressed tacky shoddy
  uncomfortable uncomfortably miss missed misses fml ugh argh meh boo smh sigh damned bloody hell bullshit bs ass
  jerk ruin* destroy* damag* wreck* spoil* stolen hacker* spyware bloat* bloatware malware junk useless pointless
  unfinished incomplete obnoxious bother* nuisance hassle headache* hiccup* snag* flaw* flawed downside* drawback*
  shortcoming* unfortunatly terribl* hack hacky hacks kludge* brittle fragile leak* deadlock* segfault* downvote*
  afraid mistake* schlecht schlechte schlechter ärgerlich* furchtbar* nervig* nervt katastrophe enttäusch* langsam
  langsamer teuer teure unbrauchbar kaputt fehler absturz abstürze stürzt leider umständlich unübersichtlich
  frustrierend mühsam verwirrend frustrant* nul nulle déçu déçue décevant* lent lente trop cher chère pénible
  erreur erreurs malheureusement inutilisable malo mala pésimo pésima lento lenta caro cara frustrante decepcion*
  errores fallo fallos imposible erro travando infelizmente errore purtroppo deluso traag slecht vervelend fout
  crasht helaas`)

const negators = new Set(
  words(
    "not no never none nothing neither nor cannot can't cant don't dont doesn't doesnt didn't didnt won't wont wouldn't wouldnt couldn't couldnt shouldn't isn't isnt wasn't wasnt aren't arent weren't hasn't hasnt haven't havent hadn't without hardly barely scarcely n't nicht kein keine keinen nie pas jamais nunca não niet geen",
  ),
)
const boosters = new Set(
  words(
    'very really so extremely absolutely totally completely super too highly incredibly especially quite truly insanely utterly way',
  ),
)

const polarities = new Map<string, number>()
const stems: [string, number][] = []
for (const [list, weight] of [
  [mildBlame, -1],
  [strongBlame, -2],
  [mildPraise, 1],
  [strongPraise, 2],
] as const) {
  for (const word of list) {
    if (word.endsWith('*')) stems.push([word.slice(0, -1), weight])
    else polarities.set(word, weight)
  }
}

const cache = new Map<string, number>()
/** From −2, strong blame, to 2, strong praise. */
export function wordPolarity(word: string): number {
  let found = cache.get(word)
  if (found === undefined) {
    found = polarities.get(word) ?? stems.find(([stem]) => word.startsWith(stem))?.[1] ?? 0
    if (cache.size < 50_000) cache.set(word, found)
  }
  return found
}

const conditionalVerbs = new Set(['be', 'make', 'help'])
const fillers = new Set(words('a an the so really very even much more super it this us me that'))

/** Whether a word follows “would be” or “would have”: what would be great is not there. */
function isConditional(all: readonly string[], index: number): boolean {
  if (all[index - 1] === 'have' && all[index - 2] === 'would') return true
  let at = index - 1
  while (at > 0 && index - at < 5 && fillers.has(all[at]!)) at--
  return at > 0 && conditionalVerbs.has(all[at]!) && all[at - 1] === 'would'
}

const smile =
  /(?<![\p{L}\p{N}])[:;=8][-o^']?[)D\]pP3](?![\p{L}\p{N}])|<3|\^_?\^|[\u{1F600}-\u{1F60E}\u{1F917}\u{1F618}\u{1F970}\u{1F973}\u{1F44D}\u{1F44F}\u{1F64C}\u{1F389}\u{2764}\u{1F495}-\u{1F49D}\u{1F525}\u{2B50}]/gu
const frown =
  /(?<![\p{L}\p{N}])[:;=8]['’]?[-o^]?[([/\\|](?![\p{L}\p{N}/])|(?<![\p{L}\p{N}(])\)-?:(?![\p{L}\p{N}])|[\u{1F610}-\u{1F616}\u{1F61E}-\u{1F62D}\u{1F641}\u{1F620}-\u{1F624}\u{1F44E}\u{1F494}\u{1F92C}\u{1F92E}\u{1F644}]/gu

const countEmoticons = (text: string) => ({
  happy: text.match(smile)?.length ?? 0,
  sad: text.match(frown)?.length ?? 0,
})

export type LexiconScore = {
  praise: number
  blame: number
  score: number
  negated: number
  words: number
  happy: number
  sad: number
}

/** A negator inverts the next three words; a booster makes the word after it count half as much again. */
export function scoreLexicon(text: string): LexiconScore {
  const found = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const { happy, sad } = countEmoticons(text)
  const result: LexiconScore = {
    praise: Math.min(2, 1.5 * happy),
    blame: Math.min(2, 1.5 * sad),
    score: 0,
    negated: 0,
    words: found.length,
    happy,
    sad,
  }
  let negatedWords = 0
  for (let index = 0; index < found.length; index++) {
    const word = found[index]!
    if (negators.has(word) || word.endsWith("n't")) negatedWords = 4
    else if (negatedWords > 0) negatedWords--
    const polarity = wordPolarity(word)
    if (polarity === 0 || (polarity > 0 && isConditional(found, index))) continue
    const boosted = polarity * (boosters.has(found[index - 1] ?? '') ? 1.5 : 1)
    const value = negatedWords > 0 ? -0.7 * boosted : boosted
    if (negatedWords > 0) result.negated++
    if (value > 0) result.praise += value
    else result.blame -= value
  }
  result.score = result.praise - result.blame
  return result
}
