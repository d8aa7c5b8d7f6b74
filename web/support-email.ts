/** Where users write to. The specification leaves the address open ({email}). */
export const supportEmail = 'support@zeus.example';
