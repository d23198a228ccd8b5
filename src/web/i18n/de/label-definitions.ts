import {
  categoryDefinitions,
  labelRules,
  sentimentDefinitions,
  sentimentMeaning,
} from '#contract/core/label-definitions.ts'

type Sentiment = (typeof sentimentDefinitions)[number]['label']
type Category = (typeof categoryDefinitions)[number]['label']

const sentiments: Record<Sentiment, string> = {
  NEGATIVE:
    'eine Beschwerde; ein Fehler oder ein Hindernis, auch als bloße Feststellung („Eingefügte Schnipsel werden zu einer Zeile“)',
  NEUTRAL: 'ein höflicher Wunsch; eine Frage oder eine Tatsache ohne Wertung',
  POSITIVE: 'Lob',
}
const categories: Record<Category, string> = {
  BUGS_AND_ERRORS: 'es funktioniert nicht wie vorgesehen',
  USABILITY_ISSUES: 'es funktioniert, ist aber schwer zu finden, verwirrend oder umständlich',
  PAIN_POINTS:
    'eine Beschwerde über Preis, Regeln, Grenzen, Geschwindigkeit, Support oder Qualität, ohne Fehler und ohne bestimmten Wunsch',
  FEATURE_REQUESTS: 'wünscht etwas, das es nicht gibt, auch unausgesprochen',
  DELIGHTS: 'Lob',
  GENERAL_FEEDBACK: 'Tatsachen, Fragen und Hintergrund mit Inhalt',
}
const rules: Record<(typeof labelRules)[number], string> = {
  'Irony counts by its meaning: "Love how it only crashes when I need to sell" is negative.':
    'Ironie zählt nach ihrem Sinn: „Toll, dass es nur abstürzt, wenn ich verkaufen muss“ ist negativ.',
  'Category and sentiment are independent: a neutral question about a bug, an annoyed wish and a happy remark about a clumsy screen all occur.':
    'Kategorie und Stimmung sind unabhängig: Es gibt die sachliche Frage zu einem Fehler, den verärgerten Wunsch und das Lob für eine umständliche Ansicht.',
}

/** The definitions of the labels by their English text; a new label without a translation does not compile. */
export const labelDefinitions: Record<string, string> = {
  [sentimentMeaning]: 'was der Verfasser an dieser Stelle über das Produkt empfindet',
  ...Object.fromEntries(sentimentDefinitions.map(({ label, when }) => [when, sentiments[label]])),
  ...Object.fromEntries(categoryDefinitions.map(({ label, when }) => [when, categories[label]])),
  ...rules,
}
