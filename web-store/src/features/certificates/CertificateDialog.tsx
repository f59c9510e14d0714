import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Certificate } from 'contract/certificates'
import type { FormEvent } from 'react'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { useBrand } from '../../content/brand.ts'
import { language } from '../../language/language.ts'
import { rich } from '../../language/rich.tsx'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconShare } from '../../ui/icons.ts'
import { Skeleton, Stack } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { H3, TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { linkedInAddress } from './linkedin-address.ts'

type Props = { courseId: string; courseName?: string; onClose: () => void }

/** The certificate of a completed course: it is shown before it is issued, then it can be downloaded and shared. */
export default function CertificateDialog({ courseId, courseName, onClose }: Props) {
  const requested = api.certificates.get.queryOptions({ input: { course_id: courseId } })
  const { data, error, refetch } = useQuery({ ...requested, staleTime: 0, gcTime: 0 })
  const queries = useQueryClient()
  return (
    <Dialog
      open
      onClose={onClose}
      title={courseName ? t('Certificate: {course}', { course: courseName }) : t('Your certificate')}
    >
      {data?.certificate ? (
        <Taken courseId={courseId} certificate={data.certificate} />
      ) : data?.may_take ? (
        <TakeForm
          courseId={courseId}
          courseName={courseName ?? ''}
          name={data.suggested_name}
          onTaken={(certificate) => {
            queries.setQueryData(requested.queryKey, { ...data, certificate, may_take: false })
            void queries.invalidateQueries({ queryKey: api.account.dashboard.key() })
          }}
        />
      ) : data && data.missing.length > 0 ? (
        <Missing courseId={courseId} lessons={data.missing} />
      ) : data ? (
        <chakra.p pb="3">{t('This certificate is ready once you have completed every lesson of the course.')}</chakra.p>
      ) : error ? (
        <Stack>
          <p>{t('Your certificate did not load.')}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Stack>
      ) : (
        <Skeleton h="40" aria-label={t('Loading your certificate')} />
      )}
    </Dialog>
  )
}

type NameProps = { courseId: string; courseName: string; name: string; onTaken: (certificate: Certificate) => void }

const Preview = chakra('figure', {
  base: {
    display: 'grid',
    gap: '1',
    justifyItems: 'center',
    px: '4',
    py: '6',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'bg.muted',
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
})

/** The certificate as it will read, before it is issued for good. */
function TakeForm({ courseId, courseName, name, onTaken }: NameProps) {
  const take = useSubmission({
    mutationFn: () => client.certificates.take({ params: { course_id: courseId }, body: { name, language } }),
    onSuccess: (certificate) => {
      toast.success(t('Your certificate is ready'))
      onTaken(certificate)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take.mutate()
  }
  return (
    <chakra.form method="post" display="grid" gap="4" pb="3" noValidate onSubmit={submit}>
      <Preview aria-label={t('Preview')}>
        <chakra.span textStyle="sm" color="fg.muted">
          {t('Certificate of completion')}
        </chakra.span>
        <H3 as="p">{name}</H3>
        {courseName && <span>{courseName}</span>}
        <chakra.span textStyle="sm" color="fg.muted">
          {dateText(shopNow())}
        </chakra.span>
      </Preview>
      <p>
        {rich(
          'It shows the name of your account and cannot be changed later. If the name is not right, <settings>change it in Settings</settings> first.',
          { settings: (text) => <TextLink to={paths.settings}>{text}</TextLink> },
        )}
      </p>
      {take.error !== null && (
        <chakra.p role="alert" color="danger.fg">
          {errorText(take.error, t('It was not issued. Please try again.'))}
        </chakra.p>
      )}
      <Button type="submit" full busy={take.isPending} busyText={t('Preparing...')}>
        {t('Get my certificate')}
      </Button>
    </chakra.form>
  )
}

type MissingProps = { courseId: string; lessons: readonly { lesson_id: string; title: string; seconds: number }[] }

/** Lessons that are marked as done, of which too little was watched to sign that. */
function Missing({ courseId, lessons }: MissingProps) {
  return (
    <chakra.div display="grid" gap="3" pb="3">
      <p>
        {t('Watch a little more of these lessons to get your certificate. Marking a lesson does not count for it.')}
      </p>
      <chakra.ul display="grid" gap="1" overflowWrap="anywhere">
        {lessons.map(({ lesson_id, title, seconds }) => (
          <chakra.li key={lesson_id} display="flex" flexWrap="wrap" columnGap="3" alignItems="baseline">
            <TextLink to={`${paths.learn(courseId)}?lesson=${lesson_id}`}>{title}</TextLink>
            <chakra.span textStyle="sm" color="fg.muted">
              {plural(Math.ceil(seconds / 60), { one: '{count} more minute', other: '{count} more minutes' })}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  )
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    p: '4',
    borderRadius: 'l2',
    bg: 'bg.muted',
    overflowWrap: 'anywhere',
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': { fontWeight: '600' },
  },
})

function Taken({ courseId, certificate }: { courseId: string; certificate: Certificate }) {
  const { name, issued_at, status, revoked_reason, address } = certificate
  const brand = useBrand()
  return (
    <chakra.div display="grid" gap="4" pb="3">
      <Facts>
        <div>
          <dt>{t('Name')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{t('Issued on')}</dt>
          <dd>{dateText(new Date(issued_at))}</dd>
        </div>
      </Facts>
      {status === 'revoked' ? (
        <p role="status">{t('This certificate is revoked: {reason}', { reason: revoked_reason ?? '' })}</p>
      ) : (
        <>
          <chakra.div display="flex" flexWrap="wrap" gap="2.5" css={{ '& > *': { flex: '1 1 10rem' } }}>
            <Download courseId={courseId} />
            <ShareImage address={address} name={certificate.course_name} />
          </chakra.div>
          <chakra.div display="flex" flexWrap="wrap" gap="2.5" alignItems="center">
            <Button asChild variant="outline" size="sm">
              <a href={linkedInAddress(certificate, brand.name)} target="_blank" rel="noopener noreferrer">
                {t('Add to LinkedIn')}
              </a>
            </Button>
            <Button asChild variant="ghost" size="sm">
              <a href={address} target="_blank" rel="noopener noreferrer">
                {t('Open the public page')}
              </a>
            </Button>
            <CopyButton text={address} of={t('the address of your certificate')} />
          </chakra.div>
        </>
      )}
    </chakra.div>
  )
}

/** Sends the picture of the certificate to another app, or saves it where the browser shares no files. */
function ShareImage({ address, name }: { address: string; name: string }) {
  const { mutate, isPending } = useSubmission({
    mutationFn: async () => {
      const response = await fetch(`${new URL(address).pathname}/picture.jpg`)
      if (!response.ok) throw new Error(`${response.status}`)
      return new File(
        [await response.blob()],
        `${t('Certificate: {course}', { course: name })}.jpg`.replace(/[:/\\]/g, ''),
        {
          type: 'image/jpeg',
        },
      )
    },
    onSuccess: async (file) => {
      const shared = { files: [file], text: address }
      if (!('canShare' in navigator && navigator.canShare(shared))) return saveFile(file.name, file)
      await navigator.share(shared).catch((error: unknown) => {
        // Closing the system's sheet is no failure.
        if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file.name, file)
      })
    },
    onError: (error) =>
      toast.error(t('Not downloaded'), {
        description: errorText(error, t('Please check your connection and try again.')),
        id: 'certificate',
      }),
  })
  return (
    <Button variant="outline" busy={isPending} busyText={t('Share image')} onClick={() => mutate()}>
      <Icon of={IconShare} size={16} />
      {t('Share image')}
    </Button>
  )
}

function Download({ courseId }: { courseId: string }) {
  const { mutate, isPending } = useSubmission({
    mutationFn: () => client.certificates.pdf({ course_id: courseId }),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (error) =>
      toast.error(t('Not downloaded'), {
        description: errorText(error, t('Please check your connection and try again.')),
        id: 'certificate',
      }),
  })
  return (
    <Button variant="solid" busy={isPending} busyText={t('Download PDF')} onClick={() => mutate()}>
      <Icon of={IconDownload} size={16} />
      {t('Download PDF')}
    </Button>
  )
}
