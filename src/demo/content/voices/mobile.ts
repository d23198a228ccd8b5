import { topic } from './topic.ts'

const phones = ['app_store', 'app_store', 'app_store', 'zendesk', 'intercom', 'survey'] as const

export const mobile = [
  topic({
    about: 'mobile',
    key: 'crash',
    mood: 'angry',
    weight: 6,
    curve: 'rising',
    says: `
    The app [crashes|closes itself|shuts down] [whenever|every time|as soon as] I [open a page with pictures|rotate the phone|paste a photo|open <page>].
    Since [5.2|the 5.2 update|the last update] the app [crashes on start|crashes at launch|quits right after the logo] on my <device>.
    [Crashes|It crashes] [three times a day|constantly|all the time] on <device>, always when I [attach a photo|switch to another app and back].
    After the update the mobile app [does not open any more|crashes before I see a page].
    Recording a voice note crashes the app [and the recording is gone|on <device>].`,
    adds: `
    Reinstalling did not help.
    It worked fine before 5.2.
    Happens on mobile data and on wifi.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'start',
    mood: 'angry',
    weight: 4,
    curve: 'rising',
    says: `
    The app [takes|needs] [twelve|ten|fifteen] seconds to start on [my <device>|a two-year-old phone].
    By the time the app has [loaded|opened] I have forgotten what I wanted to write down.
    [Opening|Starting] the app has become [very slow|so slow] [since 5.2|over the last weeks].
    I want to jot something down, not [watch a logo|wait for a splash screen] for ten seconds.`,
    adds: `
    I use the notes app of the phone now and copy things over.
    A quick capture button would already help.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'battery',
    mood: 'angry',
    weight: 3,
    curve: 'new',
    says: `
    The app [drains|eats] my battery: [40|30|25] percent [in a morning|by noon|in three hours].
    [Battery use|Battery drain] is terrible since the update, the phone gets [hot|warm] in my pocket.
    Your app is on top of the battery list with [38|45|29] percent, and I [only read|hardly opened it].`,
    adds: `
    I had to switch off background refresh.
    My <device> used to last two days.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'keyboard',
    mood: 'angry',
    weight: 3,
    curve: 'steady',
    says: `
    The keyboard [covers|hides] the line I am [typing|writing] on [my phone|<device>].
    The [toolbar|format bar] on the phone is so small that I [keep hitting|always hit] the wrong button.
    On the phone [the cursor jumps|the page jumps to the top] [while I type|after each paragraph].
    It is hard to [select text|move a block|drag a list item] with a finger.`,
    adds: `
    On the tablet the same page is fine.
    I end up dictating instead.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'widget',
    mood: 'asks',
    weight: 3,
    curve: 'steady',
    says: `
    Please add a [widget|home screen widget] to [write a quick note|capture a note|see today's tasks].
    I would love a [share button|share sheet entry] so that I can send [links|articles|photos] to a page.
    A [watch app|lock screen button] to [dictate|record] a note would be [great|perfect].
    Could we have [handwriting|pen support] on [the tablet|<tablet>]?`,
    adds: `
    I take quick notes ten times a day.
    Typing into a page takes too long when I am walking.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'tables',
    mood: 'angry',
    weight: 2,
    curve: 'steady',
    says: `
    Tables are [unusable|impossible to read] on a phone: [I see one and a half columns|I have to scroll sideways for every row].
    Editing a table on [the phone|my <device>] [is a nightmare|does not work at all].`,
    adds: `
    Our stock list is a table, and we need it in the warehouse.
    I turn the phone, and it is no better.`,
    sources: phones,
  }),
  topic({
    about: 'mobile',
    key: 'praise',
    mood: 'likes',
    weight: 3,
    curve: 'falling',
    says: `
    [Great|Lovely|Excellent] app, I [write my lectures|plan my week|keep my recipes] in it on the bus.
    The tablet app is [beautiful|very well made], best note app I have had.
    Love the camera scan: [a whiteboard is a page in seconds|it straightens everything].`,
    adds: `
    Half of my class uses it now.
    Five stars.`,
    sources: ['app_store', 'app_store', 'survey'],
  }),
]
