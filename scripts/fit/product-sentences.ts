import { numbers } from '../eval/rows.ts'
import type { Labelled } from './sentences.ts'

/* What users of software at work write, in sentences made for this purpose: [this|that] is a choice, and a line stands for a few of its forms. */

const formsOfEach = 4

function formsOf(line: string): string[] {
  const random = numbers(line.length * 31 + line.charCodeAt(0))
  const forms = new Set<string>()
  for (let turn = 0; turn < 12 && forms.size < formsOfEach; turn++)
    forms.add(line.replace(/\[([^\]]*)\]/g, (_, choices: string) => choices.split('|')[Math.floor(random() * choices.split('|').length)]!))
  return [...forms]
}

const lines = (type: Labelled['type'], sentiment: Labelled['sentiment'], text: string): Labelled[] =>
  text.trim().split('\n').flatMap((line) => formsOf(line.trim()).map((form) => ({ text: form, type, sentiment })))

export const productSentences: readonly Labelled[] = [
  ...lines('bug', 'NEGATIVE', `
    [Contacts|Orders|Invoices] [vanish|disappear|go missing] after [the nightly import|an upload|I merge two accounts].
    The [report|chart|dashboard] shows [wrong totals|last week's figures|zero for every region].
    [Saving|Submitting] the form [does nothing|returns an error|takes me back to an empty form].
    [Mails|Reminders|Alerts] [never arrive|arrive twice|go to people who left].
    The [upload|download|video call] [stops at 99 percent|breaks off|fails without a message].
    My [settings|filters|draft] [are gone|were reset|are lost] [after every update|when I sign in again].
    The [calendar|time sheet] is [an hour off|a day late] [since the clocks changed|for everybody in Lisbon].
    [Drag and drop|The date picker|Copy] [stopped working|does not work] in [Safari|the newest Firefox].
    We lost [three orders|a day of data|all attachments] because the [sync|import|backup] [dropped them|failed silently].
    The page [stays blank|loads forever|freezes] when I [open a large account|filter by owner|scroll down].
    Customers [are charged twice|get the wrong invoice|cannot pay] since [Tuesday|the release].
    [Logging in|The login] [loops|fails] [for half of our users|with the new identity provider].
    The [scanner|printer|label] integration [disconnects|crashes] several times a day.
    [Deleted|Archived] records [come back|still show up] in the list.
    The [app|desktop client] [crashes|quits|hangs] as soon as I [attach a file|plug in a second screen].
    [Push messages|Webhooks|Delivery notices] [never arrive|come hours late|come twice].
    [Everything I typed|My last entry|The whole form] was [overwritten|gone|replaced by an old version] after [reconnecting|the refresh].
    [An hour|A morning] of [edits|entries] [was lost|vanished] when [the connection dropped|two people saved].
    [The file|The list] is cut off after [two hundred rows|the first page].
    [Accents|Special characters] [turn into question marks|break the export].`),
  ...lines('feature', 'NEUTRAL', `
    [We need|Please add|We would like] [an approval step|custom roles|a second currency|bulk delete] [for larger teams|before we can roll it out].
    [Invoices|Reports|Exports] should [carry our logo|be sent by mail every Monday|include the customer number].
    Could we [assign several owners|lock a record|copy a workflow] [to one account|in one step]?
    Is there a way to [undo a merge|schedule a message|hide a column for guests]?
    It would help to [see who changed a price|filter by city|group tasks by customer].
    Let [managers|admins|clients] [approve from their phone|see only their region|export on their own].
    [A connector|An integration] for [our ERP|our phone system|the tax office] is what we miss.
    The [mobile app|portal] should [work offline|remember my last filter|support two accounts].
    I would like to [set a default owner|pin a record|write formulas in a field].
    [Can you support|Please support] [passkeys|single sign-on|right-to-left languages]?
    [An overview|A list] of all [orders|visits|open items] would be [perfect|great|a dream].
    I would [use it more|trust it more] if it [named its source|showed who said so].
    What we miss is [a test environment|version history|a calendar view].
    [Allow|Offer] [yearly billing|more than five guests|larger uploads] [on the small plan|for schools].
    An option to [mute one project|skip weekends|merge duplicates] would be [welcome|useful].`),
  ...lines('feature', 'NEGATIVE', `
    Without [an audit trail|roles|a data export] we [cannot use it|will have to leave].
    There is [still no|no] way to [search attachments|edit a sent quote|reopen a ticket], [after two years of asking|which costs us hours].
    It is a shame that [you cannot print a list|there is no dark mode|only admins can export].`),
  ...lines('usability', 'NEGATIVE', `
    [Nobody finds|I never find|New people do not find] the [export button|settings|archive], it is [behind three menus|under a grey icon].
    The [pipeline|permission|billing] page is [so crowded|so confusing] that [we wrote our own guide|people give up].
    I have to [click six times|open four windows] to [log one call|change one price].
    The difference between [close and archive|owner and assignee|draft and pending] is [not clear|lost on everybody here].
    The [font|text|contrast] is too [small|weak] to read [on a laptop|in daylight].
    [Tables|Forms|Charts] are [unreadable|impossible to use] on a [phone|small screen].
    The wording of the [error|dialog|permissions] [leaves me guessing|means nothing to my team].
    It is [easy to|far too easy to] [delete the wrong row|send a draft by accident|overwrite somebody's entry].
    The [sidebar|table header] [jumps|collapses] while I [scroll|type], so I [lose my place|hit the wrong entry].`),
  ...lines('other', 'NEGATIVE', `
    [Support|Your sales team] [has not answered for a week|closed my ticket without a word|keeps sending me in circles].
    The [price|subscription|renewal] [went up by half|is out of proportion|is more than we can pay].
    [We are leaving|We will cancel|I am moving on] [at the end of the month|after four years].
    It was [down|unreachable] [all morning|during our sale|for the third time this month].
    [Another|A second|Yet another] outage [this month|within a week], [we cannot work like this|nobody told us].
    [Typing|Opening a record|The first load] takes [several seconds|half a minute].
    The phone [gets hot|is empty by noon] [because of your app|since the update].
    It has become [slow|sluggish|heavy] [over the last months|with every release].
    I [wasted|lost] [a whole day|three hours] on this.
    This [costs us customers|makes us look unprofessional|is not acceptable].
    We were [charged for people who left|billed twice and never refunded].
    I [do not trust|no longer trust] the numbers.`),
  ...lines('other', 'POSITIVE', `
    [Support|Your team|Onboarding] was [quick|patient|outstanding], [thank you|I was impressed].
    It [saves us|saved me] [hours every week|a second hire|a lot of paper].
    The new [editor|dashboard|search] is [a delight|fast and clear|exactly what we hoped for].
    [We love|I love|Everybody here loves] the [shortcuts|weekly summary|mobile app].
    Best [tool|purchase|decision] we made [this year|in a long time].
    Everything [just works|is where I expect it], [well done|keep it up].
    It has never let us down in [two|five] years.
    [Setting it up|Moving over] was [painless|a matter of minutes].`),
  ...lines('other', 'NEUTRAL', `
    We use it [for quotes|for shift planning|in accounting], [mostly in the morning|about once a week].
    I [was asked to|had to] [try it|use it] at work.
    Where [can I find|do I see] [my invoices|the API key|our contract]?
    How do I [change the billing address|add a colleague|reset my password]?
    We have [forty|nine hundred] [users|customers|stores].
    Our [audit|budget round|training] is in [May|autumn].
    [I copy it by hand|We do that in a spreadsheet] [at the moment|today].
    We [use another program|keep a second list] for that.
    [Accounting|The tax office] sends it back otherwise.
    [Reinstalling|Clearing the cache] did not change anything.
    It happens in [both browsers|every office].
    I have [told|asked] [my manager|our IT department].
    It is for our [records|tax adviser].
    Nothing to add.`),
]
