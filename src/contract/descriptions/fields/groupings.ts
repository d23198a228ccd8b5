import type { FieldTexts } from './field-texts.ts'

const changed: FieldTexts = {
  name: 'What it is called afterwards.',
  arriving_insight_count: 'The number of insights that come to it.',
  'origins.theme_name': 'The theme that they leave; null if they were unsorted.',
  'origins.subtheme_name': 'The subtheme that they leave; null if they were in none.',
}

/** Insights put into themes anew: regroupings, themes as one document, what looks the same, the language model. */
export const groupingTexts: Record<string, FieldTexts> = {
  Regrouping: {
    undone_by: 'The user who has undone it; null if it was not undone.',
    undone_at: 'When it was undone; null if it was not.',
  },
  RegroupingDetail: {
    'unsorted.arriving_insight_count': 'The number of insights that become unsorted.',
    'unsorted.origins.theme_name': 'The theme that they leave.',
    'unsorted.origins.subtheme_name': 'The subtheme that they leave; null if they were in none.',
  },
  UndoneRegrouping: {
    undone_by: 'The user who has undone it.',
    undone_at: 'When it was undone.',
  },
  RegroupedTheme: changed,
  RegroupedSubtheme: { ...changed, theme_name: 'The theme that it is part of afterwards.' },
  RegroupedInsight: {
    name: 'The point in a few words.',
    quote: 'What the customer said, word for word; null without a quote.',
  },
  ProposedGroup: {
    name: 'What it is called afterwards.',
    arriving_insight_count: 'The number of insights that come to it.',
    leaving_insight_count: 'The number of insights that leave it.',
  },
  ProposedGrouping: { change_set: 'The change set that a person accepts or rejects.' },
  proposeGrouping: {
    title: 'What the regrouping is for, in a few words.',
    description: 'Why it is proposed, for the person who decides.',
  },
  LookalikeInsight: {
    name: 'The point in a few words.',
    quote: 'What the customer said, word for word; null without a quote.',
    'themes.name': 'The name of a theme that it is in now.',
  },
  TaxonomyTheme: {
    name: 'The subject in a few words; unique in the organization.',
    subthemes: 'The subthemes that people have made, named or pinned.',
  },
  TaxonomySubtheme: { name: 'The point in a few words.' },
  TaxonomyPlan: { moved_insight_count: 'The number of insights that get another theme.' },
  AppliedTaxonomy: { moved_insight_count: 'The number of insights that got another theme.' },
  TaxonomyApplication: {
    undone_by: 'The user who has undone it; null if it was not undone.',
    undone_at: 'When it was undone; null if it was not.',
  },
  UndoneTaxonomy: { undone_by: 'The user who has undone it.', undone_at: 'When it was undone.' },
  TaxonomyChange: { action: 'What is done.' },
  TaxonomyMove: { 'samples.name': 'The point in a few words.' },
  planTaxonomy: {
    'themes.name': 'The subject in a few words; unique in the organization.',
    'themes.subthemes.name': 'The point in a few words.',
  },
  applyTaxonomy: {
    'themes.name': 'The subject in a few words; unique in the organization.',
    'themes.subthemes.name': 'The point in a few words.',
  },
  LanguageModelSettings: { next_at: 'When new insights are grouped; null if there are none.' },
}
