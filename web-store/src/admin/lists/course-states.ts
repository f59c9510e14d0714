import { ChosenState } from 'contract/placement'
import { catalogueStates } from './statuses.ts'

/** The states that an owner chooses from. */
export const courseStateOptions = ChosenState.options.map((state) => [state, catalogueStates[state].label] as const)

/** Explains a state for visitors and students. */
export const courseStateHelp: Record<ChosenState, string> = {
  published: 'Listed in your store and on sale.',
  unlisted: 'On sale for everyone who has its address. It is in no list, no search and not in search engines.',
  draft: 'Only admins can see it. It is not listed and nobody can buy it. Students who have it keep it.',
  archived: 'Not on sale and not listed. Students who have it keep it.',
}
