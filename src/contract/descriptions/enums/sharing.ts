import type { EnumTexts } from './enum-texts.ts'

/** Of one-pagers and share links. */
export const sharingEnums: EnumTexts = {
  OnePagerKind: {
    text: 'What a one-pager is about.',
    values: {
      theme: 'a theme',
      subtheme: 'a subtheme',
      opportunity: 'an opportunity',
      initiative: 'an initiative',
      project: 'a Project',
      evidence_story: 'the latest evidence story of a Project',
    },
  },
  LinkedKind: {
    text: 'What kind of object is linked.',
    values: {
      theme: 'a theme',
      opportunity: 'an opportunity',
      initiative: 'an initiative',
      project: 'a Project',
    },
  },
  ShareLinkKind: {
    text: 'What a share link shows.',
    values: {
      theme: 'a theme',
      opportunity: 'an opportunity',
      evidence_story: 'the latest evidence story of a Project',
      roadmap: 'the opportunities that are planned, by horizon',
      dashboard: 'the figures of the last 30 days',
    },
  },
  ShareLinkStatus: {
    text: 'Whether a share link opens its page.',
    values: {
      active: 'it does',
      expired: 'its time is over',
      revoked: 'a person revoked it',
      ended: 'what it shows was archived or merged',
    },
  },
  OnePagerFormat: {
    text: 'The form of a one-pager.',
    values: { json: 'its parts', markdown: 'a Markdown document', csv: 'the evidence as a table' },
  },
}
