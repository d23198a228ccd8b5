import { topic } from './topic.ts'

export const sync = [
  topic({
    about: 'sync',
    key: 'lost',
    mood: 'angry',
    weight: 6,
    curve: 'rising',
    says: `
    I wrote [for an hour|a whole page|two pages] [on the train|on a flight|without a connection] and when I was back online [everything was gone|my text had vanished|the old version was back].
    My [offline edits|changes from the flight|notes from the basement] were [overwritten|lost|replaced by yesterday's version] after sync.
    [The last paragraph|Half of my notes|The whole afternoon's work] [disappeared|was lost] when the laptop reconnected.
    Edits made offline on <page> [never reached the server|vanished after syncing|are nowhere to be found].
    We lost [customer notes|an inspection report|the minutes of a board meeting] because sync [threw away|dropped] the offline edits.`,
    adds: `
    Version history shows nothing from that time.
    This is the [second|third] time [this month|since <month>].
    I can live with many things, but not with losing work.
    I rewrote it from memory, as far as I could.`,
    sources: ['zendesk', 'intercom', 'app_store', 'survey', 'slack'],
  }),
  topic({
    about: 'sync',
    key: 'conflicts',
    mood: 'angry',
    weight: 5,
    curve: 'rising',
    says: `
    We have [nine|fourteen|thirty] [conflict copies|conflicted copies] of <page> and nobody knows which one is right.
    Every [morning|time the wifi drops|Monday] I find new conflict copies of pages that only I edit.
    Conflict copies [pile up|multiply] [in our team folder|in the sidebar] and have to be [merged|compared] by hand.
    Sync makes a conflict copy even when [two people edit different paragraphs|only one person changed the page].
    Could you show both versions [side by side|next to each other] instead of making a conflict copy?`,
    adds: `
    Merging them costs me an hour a week.
    We now lock pages by shouting across the office.
    Nobody dares to delete any of them.`,
  }),
  topic({
    about: 'sync',
    key: 'slow',
    mood: 'angry',
    weight: 3,
    curve: 'rising',
    says: `
    Changes from my [desktop|laptop] take [five|ten|twenty] minutes to [reach|show up on] my [phone|tablet|<device>].
    Sync [got slow|has been slow|crawls] [since last week|lately|since the update], my colleagues read an old version of <page>.
    The sync icon [turns and turns|has been spinning for an hour] and nothing arrives.`,
    adds: `
    It used to be instant.
    Pulling down to refresh does not help.`,
  }),
  topic({
    about: 'sync',
    key: 'choose',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Let us choose which [folders|pages] stay [on the device|available offline].
    Offline is all or nothing: [all <gb> GB|the whole workspace] or no page at all. I would like to pick [folders|single projects].
    Please add [selective sync|a setting for what is kept offline] for [phones with little storage|tablets in the field].`,
    adds: `
    Our field staff need two folders, not everything.
    The tablets are full after a day.`,
  }),
  topic({
    about: 'sync',
    key: 'status',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    I need a clear sign of what [is saved|has been synced] and what is [not yet|still only on this device].
    [There is no button|I cannot find a button] to sync now, only an icon that may or may not mean something.
    Nobody in the team can tell from the [green tick|little cloud] whether a page is [really offline|on the device|up to date].
    The [tick|check mark] says available offline, but on the plane [half my pages were a spinner|the page was empty].`,
    adds: `
    I close the laptop and hope.
    A simple list of pending pages would be enough.`,
  }),
  topic({
    about: 'sync',
    key: 'praise',
    mood: 'likes',
    weight: 2,
    curve: 'steady',
    says: `
    I start a note on my phone and finish it at my desk, [it just works|it is always there|never had to think about it].
    Sync has been [flawless|rock solid] for me [for two years|since I started].
    Version history [saved me|rescued my report] after I deleted the wrong paragraph.`,
    adds: `
    In the old tool I had three copies of everything.
    Even with the slow hotel wifi.`,
  }),
]
