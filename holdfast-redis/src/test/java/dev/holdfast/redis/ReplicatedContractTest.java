package dev.holdfast.redis;

import dev.holdfast.tck.SessionContracts;
import dev.holdfast.tck.StoreUnderTest;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.ExcludeClassNamePatterns;

/**
 * Without the comparison with the model, which expects to be told of every grant at once: here one
 * whose request is released before replicas have confirmed it is not told.
 */
@SessionContracts
@ConfigurationParameter(
    key = StoreUnderTest.PARAMETER,
    value = "dev.holdfast.redis.RedisUnderTest$Replicated")
@ExcludeClassNamePatterns(".*\\.ModelContract")
class ReplicatedContractTest {}
