import type { Ref } from 'react'
import { filled, t } from '../../../language/text.ts'
import type { LateTry } from '../../../shared/offline/late-queue.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import { IconClock } from '../../../ui/secondary-icons.ts'
import { Text } from '../../../ui/text.tsx'
import { Board, BoardHead } from './board.tsx'

type Props = { late: LateTry; head: Ref<HTMLHeadingElement>; onRead: () => void }

/** Answers that were handed in without a network: they wait, or the shop did not count them. */
export function HandedIn({ late: { refused }, head, onRead }: Props) {
  return (
    <chakra.div display="grid" gap="4" justifyItems="start">
      <Board passed={false} w="full">
        <BoardHead ref={head} tabIndex={-1}>
          <chakra.span color="fg.muted" asChild>
            <Icon of={refused ? IconAlertCircle : IconClock} size={24} />
          </chakra.span>
          {refused ? t('Your answers were not counted') : t('Saved on this device')}
        </BoardHead>
        {refused ? (
          <Text>{filled(refused.text)}</Text>
        ) : (
          <>
            <Text>{t('Your answers are sent once you are back online. Your result will show here.')}</Text>
            <Text color="fg.muted" textStyle="sm">
              {t(
                'They count if the quiz has not changed by then and you have an attempt left. Logging out here before that deletes them.',
              )}
            </Text>
          </>
        )}
      </Board>
      {refused && <Button onClick={onRead}>{refused.changed ? t('Look at my answers') : t('Go on')}</Button>}
    </chakra.div>
  )
}
