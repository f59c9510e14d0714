import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage, type PageMessageProps } from '../../ui/PageMessage.tsx'

/** Shows a message on the page of an emailed link. */
export function LinkPage(props: Omit<PageMessageProps, 'level'>) {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={props.title} />
      <PageMessage {...props} level={1} />
    </Wrap>
  )
}
