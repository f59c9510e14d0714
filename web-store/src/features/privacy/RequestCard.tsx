import type { PrivacyRequest, StoredRequest } from 'contract/privacy/requests'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card, Row, Tag } from '../../ui/layout.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { H3 } from '../../ui/text.tsx'
import { retainedText } from './Aside.tsx'
import { kindWords, statusWords } from './request-words.ts'

const Steps = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    listStyleType: 'none',
    '& li': { display: 'flex', gap: '2.5', alignItems: 'start' },
    '& svg': { flex: 'none', mt: '2px', color: 'success.fg' },
    '& [data-later] svg': { color: 'fg.muted' },
  },
})

/** Shows a request that was just made: its number, what was done and what follows. */
export function RequestCard({ request, onMore }: { request: StoredRequest; onMore: () => void }) {
  const { request_no, kind, status, created_at, due_on, erase_at, retained = [] } = request
  const made = dateTimeText(created_at)
  return (
    <Card
      padded
      as="section"
      role="status"
      display="grid"
      gap="4"
      aria-label={t('Request {number}', { number: request_no })}
    >
      <Row justifyContent="space-between" flexWrap="wrap">
        <H3 as="h2">{t('Request {number}', { number: request_no })}</H3>
        <Tag coloured colorPalette="action">
          {statusWords[status]}
        </Tag>
      </Row>
      <p>{kindWords[kind].title}</p>
      <Steps>
        <li>
          <Icon of={IconCheck} />
          <span>{t('Asked on {moment}. An email with the number is on its way.', { moment: made })}</span>
        </li>
        {status === 'hidden' && erase_at && (
          <>
            <li>
              <Icon of={IconCheck} />
              <span>{t('Hidden on {moment}', { moment: made })}</span>
            </li>
            <li data-later="">
              <Icon of={IconClock} />
              <span>
                {t('Deleted after {day}. Until then the link in our email takes it back.', {
                  day: dateText(new Date(erase_at)),
                })}
              </span>
            </li>
          </>
        )}
        {status === 'open' && (
          <li data-later="">
            <Icon of={IconClock} />
            <span>{t('Answer by {day}', { day: dateText(new Date(due_on)) })}</span>
          </li>
        )}
      </Steps>
      {retained.length > 0 && (
        <chakra.div>
          <b>{t('Stays, because the law asks')}</b>
          <chakra.ul textStyle="sm" color="fg.muted" ps="5" listStyleType="disc">
            {retained.map((one) => (
              <li key={one.reason}>{retainedText(one)}</li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
      <Button variant="outline" justifySelf="start" onClick={onMore}>
        {t('Another request')}
      </Button>
    </Card>
  )
}

/** One line of the own requests. */
export function RequestLine({ request }: { request: PrivacyRequest }) {
  const { request_no, kind, status, due_on, answer } = request
  return (
    <chakra.li py="3" borderTopWidth="1px" borderColor="border">
      <Row justifyContent="space-between" flexWrap="wrap" gap="1 12px">
        <span>
          <b>{kindWords[kind].title}</b> <chakra.span color="fg.muted">{request_no}</chakra.span>
        </span>
        <Tag>{statusWords[status]}</Tag>
      </Row>
      <chakra.p textStyle="sm" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
        {answer ?? (status === 'open' ? t('Answer by {day}', { day: dateText(new Date(due_on)) }) : '')}
      </chakra.p>
    </chakra.li>
  )
}
