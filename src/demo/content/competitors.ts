/* What customers of other note-taking tools say. The companies are made up, and their addresses belong to nobody. */

export type DemoReview = {
  source: 'app_store' | 'hacker_news' | 'website'
  daysAgo: number
  text: string
  title?: string
  stars?: number
  parent?: string
}
export type DemoCompetitor = { name: string; domain: string; description: string; reviews: readonly DemoReview[] }

export const competitors: readonly DemoCompetitor[] = [
  {
    name: 'Paperboat',
    domain: 'paperboat.example.com',
    description: 'A notebook for small teams that lives in the browser.',
    reviews: [
      {
        source: 'app_store',
        daysAgo: 12,
        stars: 1,
        title: 'Lost my notes twice',
        text: 'Offline edits vanish when the train leaves the tunnel. I lost a whole meeting twice.',
      },
      {
        source: 'app_store',
        daysAgo: 20,
        stars: 2,
        title: 'Offline is a gamble',
        text: 'My offline edits vanish about once a week and support has no answer.',
      },
      {
        source: 'hacker_news',
        daysAgo: 25,
        text: 'Paperboat is lovely until you export a workspace: the export stops at two hundred pages with an error.',
        parent: 'Ask HN: what do you take notes with?',
      },
      { source: 'website', daysAgo: 48, stars: 5, text: 'The editor is fast and stays out of the way.' },
      {
        source: 'app_store',
        daysAgo: 60,
        stars: 5,
        title: 'Fast editor',
        text: 'A fast editor that never gets in the way of writing.',
      },
      { source: 'app_store', daysAgo: 75, stars: 2, text: 'The price per seat doubled at renewal without a word.' },
    ],
  },
  {
    name: 'Inkwell',
    domain: 'inkwell.example.com',
    description: 'Documents and wikis for companies.',
    reviews: [
      {
        source: 'website',
        daysAgo: 8,
        stars: 2,
        text: 'The export of our workspace stops with an error after an hour.',
      },
      {
        source: 'hacker_news',
        daysAgo: 15,
        text: 'We left because the export of a large workspace stops with an error and attachments are missing.',
        parent: 'Moving a team wiki',
      },
      {
        source: 'app_store',
        daysAgo: 31,
        stars: 1,
        title: 'Sync eats edits',
        text: 'Offline edits vanish after sync and nobody can bring them back.',
      },
      { source: 'app_store', daysAgo: 44, stars: 5, text: 'Search is instant and finds words inside tables.' },
      {
        source: 'website',
        daysAgo: 70,
        stars: 4,
        text: 'Instant search that finds everything, even words inside tables.',
      },
      { source: 'app_store', daysAgo: 82, stars: 2, text: 'The price per seat went up again at renewal.' },
    ],
  },
  {
    name: 'Slatebook',
    domain: 'slatebook.example.com',
    description: 'Handwriting and typing in one notebook.',
    reviews: [
      {
        source: 'app_store',
        daysAgo: 5,
        stars: 2,
        title: 'Guests are confused',
        text: 'Inviting guests is confusing: nobody understands the permission levels.',
      },
      {
        source: 'app_store',
        daysAgo: 18,
        stars: 3,
        text: 'Permission levels for guests are confusing, we had to write a guide.',
      },
      {
        source: 'hacker_news',
        daysAgo: 36,
        text: 'Slatebook search is instant and finds handwriting too.',
        parent: 'Show HN: a notebook for pens',
      },
      { source: 'website', daysAgo: 52, stars: 5, text: 'A fast editor for pens and keyboards alike.' },
      {
        source: 'app_store',
        daysAgo: 66,
        stars: 3,
        text: 'Please add an export of the whole workspace, one page at a time is no way to live.',
      },
    ],
  },
]
