/* Function words of the languages that the model was trained on, by what they do at the border of a point. */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Join clauses: a point can begin after one, and does not end with one. */
export const conjunctions = wordSet(
  `and but though although however while whereas whilst yet also plus or nor because since only just still otherwise
  und aber doch jedoch obwohl während sondern oder weil außerdem nur
  et mais cependant toutefois pourtant aussi
  y pero aunque mientras también además sino
  porém embora enquanto também porque contudo
  però anche mentre oppure inoltre tuttavia perché
  maar hoewel terwijl ook omdat echter
  ale jednak chociaż oraz albo lub też natomiast`,
)

/** Of these, those between a statement and its opposite. */
export const contrasts = wordSet(
  `but though although however whereas yet aber doch jedoch obwohl mais cependant pourtant pero aunque porém mas embora
  però ma tuttavia maar hoewel echter ale jednak men`,
)

/** Belong to what follows: a point that was found without one begins with it. */
export const determiners = wordSet(
  `the a an my our your their his her its this that these those i we you they he she it no not never really very so
  more most every each all both some any can could would don't doesn't when if there is are
  der die das ein eine einen einem mein meine unser unsere ich wir sie er es kein keine nicht sehr
  le la les l un une mon ma mes notre nos votre vos je nous il elle on ce cette ne pas très
  el los las una mi mis nuestro nuestra yo nos no muy se
  o os as um uma meu minha nosso nossa eu não muito
  il lo gli uno mio mia nostro nostra non molto si
  de het een mijn onze ik wij we niet heel
  nie mój moja nasz nasza`,
)

/** Lead on to what follows. */
export const prepositions = wordSet(
  `of to for with in on at from by into about than without per via
  von zu für mit im am bei aus nach über ohne zum zur seit bis durch
  de du des à au aux pour avec dans sur sans par depuis entre
  del al para con en sobre sin por desde hasta
  do da dos das ao na no em com sem até
  di della del per nel nella su senza
  van voor met op bij naar zonder door sinds
  z do dla na od bez przez`,
)

/** In any of the languages. */
export const isFunctionWord = (word: string): boolean =>
  [conjunctions, determiners, prepositions].some((set) => set.has(word.toLowerCase()))
