import { z } from 'zod';
import { jsonPart } from '../id.ts';
import { refName } from '../releases/schema.ts';
import { BRANDING_APP, EMAIL_LIMITS, LOGO_POSITIONS } from './limits.ts';

/** Any text: no colour format is enforced [BRD-18]; an invalid colour falls back to the default when used. */
const colour = z.string().trim().max(200);
const requiredColour = colour.min(1, 'Enter a colour.');

/** Used as a link on the tenant's page, so script URLs are rejected. */
const webAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((link) => link === '' || /^https?:\/\/[^\s/]/i.test(link), 'Enter an address that begins with https://');

export const brandColours = z.object({
  primary: requiredColour,
  secondary: requiredColour,
  background: requiredColour,
});
export type BrandColours = z.infer<typeof brandColours>;

/** Texts of the online-joining page in one language [BRD-09]. */
const websiteContent = z.object({
  find_a_center_title: z.string().max(200),
  find_a_center_text: z.string().max(5_000),
  terms_link_external: webAddress,
  privacy_policy_link_external: webAddress,
});

/** The texts by language [BRD-22]. */
export const brandContent = z.object({ en: websiteContent, cy: websiteContent });
export type BrandContent = z.infer<typeof brandContent>;

const logoPosition = z.enum(LOGO_POSITIONS.map((position) => position.value));

/** Settings for e-mails sent on the tenant's behalf [EML-01, EML-02, EML-03]. */
const emailSettings = z.object({
  containerBackgroundColor: colour,
  contentBackgroundColor: colour,
  contentTextColor: colour,
  header: z.object({
    /** '' without a logo. */
    logoUrl: webAddress.or(z.string().regex(/^\/files\/[A-Za-z0-9/._-]{1,200}$/)),
    logoPosition,
    backgroundColor: colour,
    headingText: z.string().max(EMAIL_LIMITS.heading),
    subheadingText: z.string().max(EMAIL_LIMITS.heading),
    headingTextColor: colour,
    subheadingTextColor: colour,
  }),
  footer: z.object({
    backgroundColor: colour,
    textColor: colour,
    /** HTML as typed; `safeHtml` sanitizes it for display. */
    content: z.string().max(EMAIL_LIMITS.footer),
  }),
});
export type EmailSettings = z.infer<typeof emailSettings>;

/** A tenant's complete branding [BRD-08, BRD-10]. */
export const branding = z.object({
  colors: brandColours,
  /** '' without a logo. */
  logo_url: z.string(),
  en: websiteContent,
  cy: websiteContent,
  email: emailSettings,
});
export type Branding = z.infer<typeof branding>;

const app = z.literal(BRANDING_APP);

/** Revision of a tab when it was read; '' when it was never saved. */
const revision = z.string().max(100);
export const brandingRevisions = z.object({ brand: revision, email: revision });
export type BrandingRevisions = z.infer<typeof brandingRevisions>;
/** Without it, a save is not checked for conflicts. */
const seenRevision = revision.optional();

/** JSON of the form part `brandingData`; other keys of the branding are ignored. */
const brandingData = z.object({
  colors: brandColours,
  /** '' removes the logo; any other value keeps it unless a new file is uploaded. */
  logo_url: z.string().max(2_000).optional(),
  app,
  branch: refName,
});
export type BrandingData = z.input<typeof brandingData>;

/** Form parts for saving the Branding tab [BRD-13]; data and content are JSON strings. */
export const brandingForm = z.strictObject({
  logo: z.file().optional(),
  brandingData: jsonPart(brandingData),
  contentData: jsonPart(brandContent),
  revision: seenRevision,
});

/** Form parts for saving the Email tab [EML-08]. */
export const emailForm = z.strictObject({
  email_logo: z.file().optional(),
  emailData: jsonPart(emailSettings),
  revision: seenRevision,
});

/** Source for regenerating a branding [RGN-19]. */
export const regenerateBody = z.strictObject({ app, branch: refName });
