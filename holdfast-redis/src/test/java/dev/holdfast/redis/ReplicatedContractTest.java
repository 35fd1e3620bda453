package dev.holdfast.redis;

import dev.holdfast.tck.StoreContracts;
import dev.holdfast.tck.StoreUnderTest;
import org.junit.platform.suite.api.ConfigurationParameter;

@StoreContracts
@ConfigurationParameter(
    key = StoreUnderTest.PARAMETER,
    value = "dev.holdfast.redis.RedisUnderTest$Replicated")
class ReplicatedContractTest {}
