import { type Labelled, lines } from './forms.ts'

/*
 * Templates of texts about devices, meals, travel and everyday life, written for this purpose; many state facts without
 * an opinion.
 */

const devices: readonly Labelled[] = [
  ...lines(
    'other',
    'POSITIVE',
    `
    The [screen|display|picture] is [gorgeous|crisp|a pleasure to look at] and the [keyboard|trackpad] [feels right|is comfortable].
    [Battery|The battery] [lasts all day|holds up for ten hours|still surprises me], [no complaints|could not ask for more].
    [Fast|Light|Quiet] enough to [carry everywhere|use in bed|edit video on].
    I [never looked back|have had no trouble at all] since I [bought it|switched from my old one].
    [Boots|Starts|Wakes] in [seconds|no time] and [runs everything I throw at it|never gets hot].
    For the [price|money] you [cannot beat it|get a lot of machine].
    [Setup|Getting started] was [a breeze|easy even for me].
    The [speakers|webcam|graphics] are [much better than expected|great for movies].
    My [wife|son|father] [loves hers|uses it every day and is happy].
    It [came quickly|arrived early] and [was exactly what I ordered|works as advertised].
    [Solid|Sturdy] [build|case], [good looking too|feels like it will last].
    [I love|I like|We like] [the size|the keyboard|how thin it is] and [the price was right|how fast it is].
    [It does|Does] [everything I need|all I want] and [more|then some], [highly recommended|very pleased].
    [Great|Good|Excellent] [value|quality|sound|support], [would buy again|five stars].`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    The [hinge|fan|charger] [broke|gave out|started rattling] after [three weeks|two months].
    [Battery|The battery] [dies in two hours|does not last a lecture|will not hold a charge any more].
    The [screen|display] is [dull|too reflective|full of dead pixels] and the [speakers|keys] are [worse|no better].
    It [runs hot|is painfully slow|weighs a ton] and [the fan never stops|I dread carrying it].
    I [sent it back|returned it] [twice|within a week] and [would not buy from them again|am still waiting for my refund].
    [Customer service|Tech support] [was no help|kept passing me around|told me to reinstall everything].
    [Full of|Loaded with] [bloatware|trial programs] I [did not ask for|had to remove first].
    The [keyboard|trackpad|power button] [sticks|stopped responding|is in the wrong place].
    [Not worth|Hardly worth] the [price|money|wait].
    It [lasted|survived] [a year and a day|exactly as long as the warranty].
    [Do not|Don't] [buy|waste your money on] [this one|this brand].
    [Only|The only] [problem|complaint|downside]: [the battery|the screen|the weight] is [too weak|a disappointment|awful].
    The [quality|build|support] is [poor|cheap|going downhill] and [it shows|I regret it].
    It [would not|does not|will not] [turn on|connect to wifi|read discs] [any more|after the update].
    [I wish|If only] it [had a better screen|were lighter|did not overheat].`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    It has [two USB ports|a card reader|eight gigabytes of memory] and [a glossy lid|no disc drive].
    I [bought|ordered] it [to replace a desktop|for my daughter|for school] [last week|in March].
    The [warranty|charger|manual] [is for one year|comes in the box|is sold separately].
    I [use|used] it [for email and browsing|with an external monitor|mainly at the office].
    [Windows|The operating system|The software] [was preinstalled|had to be updated first].
    The [keyboard|screen|price] is [about average|what you would expect|the same as on last year's model].
    I had [a similar one|the smaller model|an older version] [before|at work].
    It took [a day|an hour] to [move my files|read the manual].
    I [have|need|want] [one for work|a laptop for travel|a second charger], [that is why I chose this|so I looked at three].
    [After|Before] [a week|installing the update] I [moved to the other one|changed the settings|called the store].
    [You can|One can] [upgrade the memory|choose between two colours|use any cable].
    The [unit|box|screen] [measures|weighs] [13 inches|two kilos], [with a glossy finish|including the stand].
    [They said|The store said] the [part|hard drive] would [be here on Friday|take two days].`,
  ),
]

const places: readonly Labelled[] = [
  ...lines(
    'other',
    'POSITIVE',
    `
    The [food|pasta|fish] was [fresh and well seasoned|delicious|cooked to perfection] and the [staff|waiter] [could not have been nicer|took good care of us].
    [Great|Lovely|Cozy] [spot|little place] for [a date|brunch|a quiet dinner].
    We [will be back|come here every month|would go again tomorrow].
    The [portions|desserts] are [generous|to die for] and [prices are fair|worth every cent].
    [Try|Do not miss|Save room for] the [dumplings|cheesecake|lamb].
    [Best|Finest] [pizza|coffee|curry] in [town|the neighbourhood].
    The [room|view|bed] was [spotless|better than the photos|a real treat].`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    The [food|soup|steak] was [cold|bland|overcooked] and [took an hour|cost a fortune].
    [Our waiter|The staff|The manager] [ignored us|was rude|could not care less].
    The [place|room] is [cramped and loud|dirty|overrated], [never again|we left early].
    [Tiny|Stingy] portions at [silly|outrageous] prices.
    I [found a hair in|could not finish] my [salad|plate].
    They [charged us twice|got the order wrong|ran out of half the menu].
    I [would not send my worst enemy there|have had better from a can].`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    We [had|ordered|shared] the [fish|soup of the day|set menu] and [a bottle of wine|two coffees].
    They [open|close] at [six|eleven] and [do not take reservations|serve until ten].
    The [menu|wine list] [has about twenty dishes|changes every month|is in two languages].
    [Dinner|Lunch] for two [came to|was] [forty|ninety] dollars.
    There is [a bar downstairs|outdoor seating|a second branch uptown].
    We sat [by the window|at the counter] and [a waiter brought the menu|waited for our friends].
    The food was [okay|average|what you would expect], [nothing special|no better or worse than next door].
    [My cousin|A friend] [works there|suggested it] [on weekends|for lunch].`,
  ),
]

const travel: readonly Labelled[] = [
  ...lines(
    'other',
    'NEGATIVE',
    `
    @[carrier|airline] [three hours|all day|half the night] [on the tarmac|on hold|at the gate] and [nobody tells us anything|still no answer].
    @[carrier|airline] you [lost my bag|cancelled my flight|bumped us] and [your agents shrug|now want me to pay for a hotel].
    [Flight|Connection] [delayed again|cancelled at the last minute], [thanks for nothing|worst airline ever|missed my meeting].
    @[carrier|airline] your [website|app|phone line] [is down|keeps cutting me off|does not let me change my seat].
    Been [waiting|standing in line] for [two hours|ages], [this is a joke|what is going on].
    @[carrier|airline] [seriously?|really?] [No record of my booking|My seat was given away|They broke the stroller].
    Still [no bag|no refund|no reply] after [five days|a month]. [#fail|#disappointed|#neveragain]`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    @[carrier|airline] [do you fly|are there flights] from [Boston to Lima|Austin to Rome] [in June|on Sundays]?
    @[carrier|airline] can I [bring|check] [a guitar|two bags|my dog] [on board|on an international flight]?
    @[carrier|airline] what is the [number|gate|fee] for [flight 202|a name change|group bookings]?
    @[carrier|airline] I [sent|just sent] you a [direct message|DM] with [my confirmation number|the details].
    @[carrier|airline] is flight [1407|88] on time [today|tonight]?
    [On my way|Headed] to [Denver|the airport] [for a conference|to pick up my brother].
    @[carrier|airline] [ok|yes], [I will call|I filled out the form].`,
  ),
  ...lines(
    'other',
    'POSITIVE',
    `
    @[carrier|airline] [thank you|thanks so much|big thanks] for [the upgrade|finding my bag|getting us home early]!
    @[carrier|airline] your [crew|gate agent|team] [in Phoenix|on flight 31] [was amazing|made my day|went above and beyond].
    [Smooth|Great|Best] flight [ever|today], [love this airline|you guys rock].
    @[carrier|airline] [awesome|perfect|wow], [that was quick|got it sorted in minutes]! :)`,
  ),
]

const days: readonly Labelled[] = [
  ...lines(
    'other',
    'NEUTRAL',
    `
    [Meeting|Game|Concert|Show] [starts|is] at [7pm|noon] [tomorrow|on Friday|this Sunday] at [the library|City Hall|the arena].
    [Watch|Read|See]: [mayor|coach|singer] [talks about|comments on] [the new season|the budget|his next album].
    [Who|Anybody] [is going|wants to go] to the [game|show|fair] [on Saturday|tomorrow night]?
    [Team A|The Hawks|Our school] [plays|face] [the Lions|Milan] in the [second round|semi-final] on [Monday|the 5th].
    I [may|might|will] [go to the gym|watch the finale|see the doctor] [tomorrow|after work].
    [New|The new] [episode|album|phone] [comes out|drops|is released] on [March 3rd|Friday].
    He [was born|moved|signed] in [1994|May] and [plays for the reds|lives in Ohio|works in sales].
    Did you [know|hear|see] that [the library closes early|they moved the date|it is on channel 4] [on Sundays|today]?
    [Just|I just] [landed|got home|finished lunch], [back to work on Monday|what are you up to].
    [Report|Breaking]: [two candidates|three firms] [to meet|in talks] [on Thursday|next week].
    [Tickets|Details] at [the link|the door], [doors open|starts] at [8|9:30].
    It is the [1st|third|second] time [they play|we meet] [since 2010|this year].
    [Do you|Does anyone] [have|know] [tickets for Saturday|the score|who is singing] [at the festival|tonight]?
    [The president|A spokesman|The band] [said|says] [on Tuesday|in an interview] that [the vote is in May|the tour starts in Berlin|more details follow].
    [Retweet|Share] if [you are watching|you will be there] [tonight|on Sunday].
    [I think|Maybe|Guess] [he|they|she] [will play|are leaving|comes back] [in the 2nd half|after January|for one more season].
    [My brother|Somebody] [has a dentist appointment|is driving to Leeds|is cooking] [tomorrow|tonight], [so I stay home|call me later].`,
  ),
  ...lines(
    'other',
    'POSITIVE',
    `
    [So excited|Can't wait|Counting the days] for [tomorrow|the concert|Saturday]!!! :)
    [Happy birthday|Congratulations|Good luck] to [my best friend|the whole team|you both]! Have a [great|wonderful] [day|night].
    [Best|Such a fun|What a great] [day|night|weekend] with [these people|my girls|the family] <3
    [Loving|Really enjoying|Obsessed with] the new [album|season|book], [so good|must see].
    [We won|They did it|I passed]! [Proud|So proud|What a game].
    [Thank you|Thanks] [for following|everybody who came|for the kind words], [you are the best|means a lot] 😊
    [Beautiful|Perfect] [morning|sunset] [at the beach|here], [feeling blessed|life is good].
    [Lol|Haha] [that made my day|you are hilarious|this is gold] 😂
    [Looking forward|Really looking forward] to [seeing you|the match] [on Friday|tomorrow]!
    [Come|Join us|Don't miss it] [tonight|on Saturday] for [free food and music|a special night|our biggest party], [it will be fun|see you there]!
    [Going|Off|Headed] to [the beach|the game|Paris] [tomorrow|with my sister], [yay|so happy|finally]!
    [Good morning|Good night|Happy Friday] [everyone|world|friends], [have a great day|stay awesome|smile].
    [What a|Such a] [win|goal|performance|comeback] [by the girls|last night], [legend|love this team|goosebumps].
    [She|He] [looks amazing|is so talented|deserves it|is my hero], [love her|can't stop watching].
    [Hope|I hope] you [feel better|enjoy your trip|have a lovely weekend], [miss you|thinking of you] xx
    [Just got|Finally got] [my tickets|the job|the new album], [best day ever|dreams come true|over the moon].`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    [Ugh|Omg|Seriously], [another exam|so much homework|work at six] [tomorrow|on a Saturday], [hate this|I want to cry] :(
    [Worst|Most boring|Terrible] [game|show|movie] [ever|of the season], [what a waste|turned it off].
    [So sad|Heartbroken|Can't believe] that [he died|they cancelled it|we lost again] 😢
    [He|She|This guy] is [a liar|an idiot|such a disgrace] and [should resign|everyone knows it].
    I [missed|am going to miss] the [concert|finale] [because of this stupid cold|thanks to the traffic], [fml|so annoyed].
    [Stop|Please stop] [calling me|blaming everyone else|ruining this show].
    [Police|Officials]: [four|two] [dead|injured|killed] [after the crash|in the fire] on [Sunday|Route 9].
    [I'm|I am] [sick|tired|so done] [of this|with people|of the rain], [awful day|leave me alone].
    [Nobody|No one] [cares|asked], [what a joke|pathetic].
    [Not|I am not] [happy|impressed|looking forward to] [with that decision|by this team|Monday], [poor show|rubbish|so disappointing].
    [How can|Why do] [they|people] [still support him|lie like that|treat animals so badly]? [Disgusting|Makes me sick|Shame].
    [My|The] [phone|car|flight] [died|broke down|got cancelled] and [now I am stuck|I lost everything], [great start to the week|just my luck].
    [Another|Yet another] [loss|scandal|delay|price rise], [typical|what did you expect|fed up].
    [I don't|I really don't] [like|want|trust] [this|him|that show] [any more|at all], [so bad|terrible].
    [He|She|The team] [lost|failed|was awful] [again|in the final|last night], [embarrassing|painful to watch].`,
  ),
]

export const everydaySentences: readonly Labelled[] = [...devices, ...places, ...travel, ...days]
