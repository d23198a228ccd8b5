/* Levels of satisfaction in words and faces, from 0, the worst, to 1, the best; in the languages of the app. */

/** Two-valued ones are how help desks export them. */
const levels: Readonly<Record<number, readonly string[]>> = {
  0: [
    'bad|negative|thumbs down|👎|😡|🤬|😠|😤|🤮|💔',
    'very dissatisfied|very unsatisfied|extremely dissatisfied|very unhappy|extremely unhappy|terrible|awful|very bad',
    'very poor|worst|strongly disagree|sehr unzufrieden|sehr schlecht|schrecklich|äußerst unzufrieden',
    'très insatisfait|très insatisfaite|très mauvais|pas du tout satisfait|muy insatisfecho|muy insatisfecha|muy malo',
    'muito insatisfeito|muito insatisfeita|péssimo|muito ruim',
  ],
  0.25: [
    '😞|😟|🙁|☹|😢|😕|👎🏼',
    'dissatisfied|unsatisfied|unhappy|poor|disagree|somewhat dissatisfied|not satisfied',
    'unzufrieden|eher unzufrieden|schlecht|insatisfait|insatisfaite|mauvais|plutôt insatisfait|insatisfecho',
    'insatisfecha|malo|insatisfeito|insatisfeita|ruim|mau',
  ],
  0.5: [
    'neutral|😐|😑|😶|ok|okay|fair|average|so so|mixed',
    'neither satisfied nor dissatisfied|neither agree nor disagree|neutre|neutro|neutral|mittelmäßig|teils teils',
    'weder noch|moyen|moyenne|ni satisfait ni insatisfait|regular|ni satisfecho ni insatisfecho|médio',
    'nem satisfeito nem insatisfeito',
  ],
  0.75: [
    '🙂|😊|😀|😃|😌|👌',
    'satisfied|happy|agree|somewhat satisfied|quite satisfied|zufrieden|eher zufrieden|gut',
    'satisfait|satisfaite|bon|bien',
    'plutôt satisfait|satisfecho|satisfecha|bueno|satisfeito|satisfeita|bom',
  ],
  1: [
    'good|positive|thumbs up|👍|😍|🤩|🥰|😁|😄|😆|❤|💚|🎉|💯',
    'very satisfied|extremely satisfied|very happy|extremely happy|excellent|very good|great|awesome|best',
    'strongly agree|sehr zufrieden|äußerst zufrieden|sehr gut|ausgezeichnet|hervorragend|très satisfait',
    'très satisfaite|très bon|très bien|muy satisfecho|muy satisfecha|muy bueno|excelente|muito satisfeito',
    'muito satisfeita|muito bom|ótimo',
  ],
}

export const ratingWords: ReadonlyMap<string, number> = new Map(
  Object.entries(levels).flatMap(([level, lines]) =>
    lines.flatMap((line) => line.split('|').map((word): [string, number] => [word, Number(level)])),
  ),
)
