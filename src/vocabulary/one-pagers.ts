/** What a one-pager can be about. */
export const onePagerKinds = ['theme', 'subtheme', 'opportunity', 'initiative', 'project', 'evidence_story'] as const
export type OnePagerKind = (typeof onePagerKinds)[number]

/** The languages that it is written in. */
export const onePagerLanguages = ['en', 'de'] as const
export type OnePagerLanguage = (typeof onePagerLanguages)[number]
