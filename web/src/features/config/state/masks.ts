/** What stands for a secret: of one length, so that it tells nothing about the value. */
export const SECRET_MASK = '••••••••••••';
