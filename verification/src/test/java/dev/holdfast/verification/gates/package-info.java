/** That each check of the build can fail. */
@NullMarked
package dev.holdfast.verification.gates;

import org.jspecify.annotations.NullMarked;
